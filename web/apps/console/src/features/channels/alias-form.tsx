import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, changeAlias, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { sessionQuery } from '../../session/session.ts';

/** The channel's address in the console. */
export function AliasForm({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [alias, setAlias] = useState(channel.alias);
  const save = useMutation({
    mutationFn: () => changeAlias(channel.id, alias),
    onSuccess: async (saved) => {
      await client.refetchQueries({ queryKey: sessionQuery.queryKey });
      showToast({ type: 'success', text: t('channel.saved') });
      await navigate({ to: '/$channel/channel', params: { channel: saved }, replace: true });
    },
  });
  const isOfNoField = save.isError && !(save.error instanceof ApiError && save.error.problems.length > 0);
  const isFull = save.error instanceof ApiError && save.error.problems.some(({ code }) => code === 'too_many');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section aria-labelledby="alias">
      <h2 id="alias" className="text-xl leading-7">
        {t('channels.alias')}
      </h2>
      <form onSubmit={submit} className="mt-4 grid max-w-md gap-3">
        <FormAlert text={isOfNoField ? t('channel.failed') : undefined} />
        <TextField
          {...VERBATIM}
          name="alias"
          label={t('channel.alias')}
          hint={t('channel.aliasHint')}
          problem={isFull ? t('channel.tooManyAliases') : fieldProblem(save.error, 'alias', t)}
          required
          maxLength={63}
          autoComplete="off"
          value={alias}
          onChange={({ currentTarget }) => setAlias(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          className="min-h-11 justify-self-start"
          disabled={save.isPending || alias === channel.alias}
        >
          {t('channel.saveAlias')}
        </Button>
      </form>
    </section>
  );
}
