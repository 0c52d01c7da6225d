import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, checkTranslations, type OperatorChannel, translationsFileUrl } from '@touchline/api/console';
import { LANGUAGE_NAMES, LOCALES, useConsoleT } from '@touchline/i18n';
import { Button, buttonClass } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { Field } from '../../forms/field.tsx';
import { fieldProblem } from '../../forms/field-problem.ts';
import { SelectField } from '../../forms/select-field.tsx';
import { importChanges, ImportStopped, NOTHING_DONE } from './import-changes.ts';
import { translationsQuery } from './languages-query.ts';
import { PoCheck } from './po-check.tsx';
import { PoOutcome } from './po-outcome.tsx';

/** As the server takes them. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** The translations of a language as a file, out and in. Nothing is written before its changes were seen. */
export function PoSection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const languages = LOCALES.filter((locale) => locale !== channel.language);
  const [language, setLanguage] = useState(languages[0] ?? channel.language);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(NOTHING_DONE);
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > MAX_FILE_BYTES) throw new FileTooLarge();
      return checkTranslations(channel.id, language, await chosen.text());
    },
  });
  const write = useMutation({
    mutationFn: () => importChanges(channel.id, language, check.data?.changes ?? [], setProgress),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: translationsQuery(channel.id).queryKey });
      await client.invalidateQueries({ queryKey: ['rows', channel.id] });
    },
  });
  /** Another file or language has another result. */
  const changed = () => {
    check.reset();
    write.reset();
    setProgress(NOTHING_DONE);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changed();
    if (file) check.mutate(file);
  };
  const stopped = write.error instanceof ImportStopped ? write.error.progress : null;
  return (
    <section aria-labelledby="po" className="mt-12 max-w-[48rem]">
      <h2 id="po" className="text-xl leading-7">
        {t('po.title')}
      </h2>
      <p className="mt-1 text-pretty text-muted">{t('po.text')}</p>
      <form className="mt-4 grid gap-4" onSubmit={submit} noValidate>
        <div className="flex flex-wrap items-end gap-4">
          <SelectField
            label={t('po.language')}
            options={languages.map((locale) => ({ value: locale, text: LANGUAGE_NAMES[locale], lang: locale }))}
            value={language}
            onChange={(chosen) => {
              setLanguage(chosen);
              changed();
            }}
          />
          <a
            href={translationsFileUrl(channel.id, language)}
            download
            className={buttonClass('secondary', 'medium', 'min-h-11')}
          >
            {t('po.export')}
          </a>
        </div>
        <Field label={t('po.file')} problem={check.error ? problemOf(check.error) : undefined}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".po,text/x-gettext-translation"
              className="field h-auto py-2"
              onChange={({ currentTarget }) => {
                setFile(currentTarget.files?.[0] ?? null);
                changed();
              }}
            />
          )}
        </Field>
        <Button type="submit" className="min-h-11 justify-self-start" disabled={!file || check.isPending}>
          {t(check.isPending ? 'po.checking' : 'po.check')}
        </Button>
      </form>
      {check.data && !write.data && !stopped && (
        <PoCheck
          language={language}
          result={check.data}
          done={write.isPending ? progress.done : null}
          onWrite={() => write.mutate()}
        />
      )}
      {(write.data ?? stopped) && (
        <PoOutcome
          progress={write.data ?? stopped ?? NOTHING_DONE}
          stoppedOf={stopped && (check.data?.changes.length ?? 0)}
        />
      )}
    </section>
  );

  function problemOf(error: Error): string {
    const isTooLarge = error instanceof FileTooLarge || (error instanceof ApiError && error.status === 413);
    if (isTooLarge) return t('po.tooLarge');
    return fieldProblem(error, 'po', t) ?? t('po.checkFailed');
  }
}

class FileTooLarge extends Error {}
