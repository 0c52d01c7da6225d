import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, importChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { Field } from '../../forms/field.tsx';
import { fieldProblem } from '../../forms/field-problem.ts';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { sessionQuery } from '../../session/session.ts';
import { hostOf } from './host-of.ts';
import { ImportProblems } from './import-problems.tsx';
import { ImportReport } from './import-report.tsx';

/** A new channel from a channel file: first what it would be, then the channel. */
export function ImportScreen() {
  const t = useConsoleT();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [alias, setAlias] = useState('');
  const [host, setHost] = useState('');
  const use = { alias, host: hostOf(host) };
  const plan = useMutation({ mutationFn: (chosen: File) => importChannel(chosen, { ...use, isPlan: true }) });
  const apply = useMutation({
    mutationFn: (chosen: File) => importChannel(chosen, { ...use, isPlan: false }),
    onSuccess: () => client.refetchQueries({ queryKey: sessionQuery.queryKey }),
  });
  /** Another file, alias or host is another plan. */
  const changed = () => {
    plan.reset();
    // An import that runs makes its channel all the same, and is told of.
    if (!apply.isPending) apply.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) plan.mutate(file);
  };
  const error = apply.error ?? plan.error;
  const isTooLarge = error instanceof ApiError && error.status === 413;
  if (apply.data) {
    return (
      <div className="grid max-w-[40rem] gap-6">
        <h1 className="text-4xl leading-10">{t('channels.imported')}</h1>
        <ImportReport report={apply.data} />
        <Link
          to="/$channel/channel"
          params={{ channel: apply.data.alias }}
          className={buttonClass('primary', 'large', 'justify-self-start')}
        >
          {t('channels.openImported', { channel: apply.data.name })}
        </Link>
      </div>
    );
  }
  return (
    <div className="max-w-[40rem]">
      <h1 className="text-4xl leading-10">{t('channels.import')}</h1>
      <p className="mt-2 text-pretty text-muted">{t('channels.importText')}</p>
      <form className="mt-8 grid gap-5" onSubmit={submit}>
        <Field label={t('channels.file')} hint={t('channels.fileHint')}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".tar,application/x-tar"
              required
              className="field h-auto py-2"
              onChange={({ currentTarget }) => {
                setFile(currentTarget.files?.[0] ?? null);
                changed();
              }}
            />
          )}
        </Field>
        <TextField
          {...VERBATIM}
          name="alias"
          label={t('channels.alias')}
          hint={t('channels.asInFile')}
          problem={fieldProblem(error, 'alias', t)}
          maxLength={63}
          autoComplete="off"
          value={alias}
          onChange={({ currentTarget }) => {
            setAlias(currentTarget.value);
            changed();
          }}
        />
        <TextField
          {...VERBATIM}
          name="host"
          label={t('channels.host')}
          hint={t('channels.hostsAsInFile')}
          problem={fieldProblem(error, 'host', t)}
          maxLength={260}
          autoComplete="off"
          value={host}
          onChange={({ currentTarget }) => {
            setHost(currentTarget.value);
            changed();
          }}
        />
        {error && <ImportProblems error={error} isTooLarge={isTooLarge} />}
        {!plan.data && (
          <Button type="submit" size="large" className="justify-self-start" disabled={plan.isPending}>
            {t(plan.isPending ? 'channels.readingFile' : 'channels.readFile')}
          </Button>
        )}
      </form>
      {plan.data && (
        <section aria-labelledby="plan" className="mt-8 grid gap-4">
          <h2 id="plan" className="text-xl leading-7">
            {t('channels.plan')}
          </h2>
          <ImportReport report={plan.data} />
          <Button
            size="large"
            className="justify-self-start"
            disabled={apply.isPending}
            onClick={() => file && apply.mutate(file)}
          >
            {t('channels.importNamed', { channel: plan.data.name })}
          </Button>
        </section>
      )}
    </div>
  );
}
