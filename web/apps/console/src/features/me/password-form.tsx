import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useRef } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { PasswordField } from '../../forms/password-field.tsx';
import { mySessionsQuery } from './me-queries.ts';
import { ProblemNote } from './problem-note.tsx';
import { Section } from './section.tsx';

/** The address is there for password managers, which store both. */
export function PasswordForm({ email }: { readonly email: string }) {
  const t = useConsoleT();
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ current, password }: { current: string; password: string }) => changePassword(current, password),
    onSuccess: () => {
      form.current?.reset();
      showToast({ type: 'success', text: t('me.passwordChanged') });
      return client.invalidateQueries({ queryKey: mySessionsQuery.queryKey });
    },
  });
  const current = fieldProblem(change.error, 'current_password', t);
  const password = fieldProblem(change.error, 'password', t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = event.currentTarget;
    change.mutate({ current: fieldText(typed, 'current_password'), password: fieldText(typed, 'password') });
  };
  return (
    <Section title={t('me.password')} text={t('me.passwordText')}>
      <form ref={form} className="grid gap-4" onSubmit={submit}>
        <ProblemNote error={current === undefined && password === undefined ? change.error : null} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="current_password"
          label={t('me.currentPassword')}
          autoComplete="current-password"
          problem={current}
        />
        <PasswordField
          name="password"
          label={t('me.newPassword')}
          autoComplete="new-password"
          hint={t('me.passwordHint')}
          problem={password}
        />
        <Button type="submit" className="justify-self-start" disabled={change.isPending}>
          {t('me.changePassword')}
        </Button>
      </form>
    </Section>
  );
}
