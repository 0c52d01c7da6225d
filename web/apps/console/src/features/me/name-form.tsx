import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Me, renameMe } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import type { FormEvent } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { TextField } from '../../forms/text-field.tsx';
import { sessionQuery } from '../../session/session.ts';
import { accountProblem } from './account-problem.ts';
import { meQuery } from './me-queries.ts';
import { Section } from './section.tsx';

export function NameForm({ me }: { readonly me: Me }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: renameMe,
    onSuccess: (renamed) => {
      client.setQueryData(meQuery.queryKey, renamed);
      showToast({ type: 'success', text: t('me.nameSaved') });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const problem = fieldProblem(save.error, 'name', t) ?? (save.error ? accountProblem(save.error, [], t) : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(fieldText(event.currentTarget, 'name'));
  };
  return (
    <Section title={t('me.name')} text={t('me.nameText')}>
      <form className="grid gap-3" onSubmit={submit}>
        <TextField
          name="name"
          label={t('me.nameLabel')}
          problem={problem}
          required
          defaultValue={me.name}
          maxLength={64}
          autoComplete="name"
        />
        <Button type="submit" className="justify-self-start" disabled={save.isPending}>
          {t('me.saveName')}
        </Button>
      </form>
    </Section>
  );
}
