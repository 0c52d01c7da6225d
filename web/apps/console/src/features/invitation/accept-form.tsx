import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { acceptInvitation, ApiError, type ReceivedInvitation } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import type { FormEvent } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { sessionQuery } from '../../session/session.ts';

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: ReceivedInvitation;
  /** An invited newcomer chooses a name and a password. */
  readonly isNew: boolean;
}

export function AcceptForm({ token, invitation, isNew }: AcceptFormProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: (newcomer?: { name: string; password: string }) => acceptInvitation(token, newcomer),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      showToast({ type: 'success', text: t('invitation.joined', { channel: invitation.channel }) });
      await navigate({ to: '/', replace: true });
    },
    onError: async (error) => {
      // It has ended meanwhile, or the address has an account now: it is read anew.
      const isAnother =
        error instanceof ApiError && ['invitation_ended', 'invitation_needs_login'].includes(error.code);
      if (isAnother) await client.invalidateQueries({ queryKey: ['invitation', token] });
    },
  });
  const name = fieldProblem(accept.error, 'name', t);
  const password = fieldProblem(accept.error, 'password', t);
  const isOfNoField = name === undefined && password === undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    accept.mutate(isNew ? { name: fieldText(form, 'name'), password: fieldText(form, 'password') } : undefined);
  };
  return (
    <form className="mt-8 grid gap-5" onSubmit={submit}>
      <FormAlert text={accept.error && isOfNoField ? textOf(accept.error, t) : undefined} />
      {isNew && (
        <>
          {/* Password managers keep the address with the password. */}
          <input hidden readOnly type="email" name="email" autoComplete="username" value={invitation.email} />
          <TextField
            name="name"
            label={t('invitation.name')}
            problem={name}
            required
            autoComplete="name"
            maxLength={64}
          />
          <PasswordField
            name="password"
            label={t('invitation.password')}
            autoComplete="new-password"
            hint={t('invitation.passwordHint')}
            problem={password}
          />
        </>
      )}
      <Button type="submit" size="large" disabled={accept.isPending}>
        {t('invitation.accept')}
      </Button>
    </form>
  );
}

function textOf(error: Error, t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) return t('console.unavailable');
  if (error.status === 429) return t('console.login.wait', { seconds: error.retryAfter ?? 60 });
  return t(error.code === 'team_full' ? 'invitation.full' : 'invitation.failed');
}
