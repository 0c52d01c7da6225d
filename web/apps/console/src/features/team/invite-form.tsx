import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, createInvitation, type Role, type Team } from '@touchline/api/console';
import { type ConsoleTranslate, type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { LANGUAGES, SelectField } from '../../forms/select-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { RoleSelect } from './role-select.tsx';

interface InviteFormProps {
  readonly channel: number;
  readonly roles: Team['roles'];
}

/** The refusals that have words of their own. */
const REFUSALS: Readonly<Record<string, 'team.inTeam' | 'team.full' | 'team.tooMany'>> = {
  already_in_team: 'team.inTeam',
  team_full: 'team.full',
  too_many_invitations: 'team.tooMany',
};

export function InviteForm({ channel, roles }: InviteFormProps) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [language, setLanguage] = useState<Locale>(useLocale());
  const invite = useMutation({
    mutationFn: () => createInvitation(channel, { email, role, language }),
    onSuccess: async (invitation) => {
      setEmail('');
      showToast({ type: 'success', text: t('team.sent', { email: invitation.email }) });
      await client.invalidateQueries({ queryKey: ['team', channel] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <section aria-labelledby={`${id}-heading`} className="max-w-md">
      <h2 id={`${id}-heading`} className="text-xl leading-7">
        {t('team.invite')}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">{t('team.inviteText')}</p>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        <TextField
          {...VERBATIM}
          name="email"
          type="email"
          label={t('team.email')}
          problem={invite.error ? textOf(invite.error, t) : undefined}
          required
          value={email}
          autoComplete="off"
          maxLength={254}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleSelect roles={roles} value={role} onChange={setRole} />
        <SelectField label={t('team.language')} options={LANGUAGES} value={language} onChange={setLanguage} />
        <Button type="submit" className="min-h-11 justify-self-start" disabled={invite.isPending}>
          {t('team.send')}
        </Button>
      </form>
    </section>
  );
}

function textOf(error: Error, t: ConsoleTranslate): string {
  const wrong = fieldProblem(error, 'email', t);
  if (wrong !== undefined) return wrong;
  if (!(error instanceof ApiError)) return t('team.inviteFailed');
  if (error.status === 429) return t('team.wait', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) });
  return t(REFUSALS[error.code] ?? 'team.inviteFailed');
}
