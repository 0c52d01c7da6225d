import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { logOut, type ReceivedInvitation } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, showToast } from '@touchline/ui';
import { ROLE_NAMES } from '../../localisation/role-names.ts';
import { endSession, sessionQuery } from '../../session/session.ts';
import { AcceptForm } from './accept-form.tsx';

interface InvitationCardProps {
  readonly token: string;
  readonly invitation: ReceivedInvitation;
}

/** The invitation, and the next step: it depends on the account that is logged in. */
export function InvitationCard({ token, invitation }: InvitationCardProps) {
  const t = useConsoleT();
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const { channel, email, invited_by: name } = invitation;
  const role = t(ROLE_NAMES[invitation.role]);
  const isOther = operator !== null && operator.email.toLowerCase() !== email.toLowerCase();
  return (
    <>
      <h1 className="mt-6 text-4xl leading-10 wrap-anywhere">{t('invitation.heading', { channel })}</h1>
      <p className="mt-2 text-pretty wrap-anywhere">
        {name === null ? t('invitation.role', { role }) : t('invitation.by', { name, role })}
      </p>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{t('invitation.for', { email })}</p>
      {isOther && <LogOutFirst email={operator.email} />}
      {operator === null && invitation.has_account && (
        <>
          <p className="mt-6 text-pretty">{t('invitation.hasAccount')}</p>
          <Link
            to="/invitation"
            search={{ login: 'yes' }}
            hash={token}
            className={buttonClass('primary', 'large', 'mt-4')}
          >
            {t('invitation.logIn')}
          </Link>
        </>
      )}
      {!isOther && (operator !== null || !invitation.has_account) && (
        <AcceptForm token={token} invitation={invitation} isNew={operator === null} />
      )}
    </>
  );
}

function LogOutFirst({ email }: { readonly email: string }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: () => endSession(client),
    onError: () => showToast({ type: 'error', text: t('error.generic') }),
  });
  return (
    <>
      <p className="mt-6 text-pretty wrap-anywhere">{t('invitation.otherAccount', { email })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="large" disabled={leave.isPending} onClick={() => leave.mutate()}>
          {t('invitation.logOut')}
        </Button>
        <Link to="/" className={buttonClass('secondary', 'large')}>
          {t('invitation.toConsole')}
        </Link>
      </div>
    </>
  );
}
