import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { RoleTable } from './role-table.tsx';
import { teamQuery } from './team-query.ts';
import '../../lists/list.css';

/** People, invitations, the way to invite, and what each role may do. */
export function TeamSections({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: team, isPending, refetch } = useQuery(teamQuery(channel.id));
  if (isPending) {
    return (
      <div aria-busy className="mt-6 grid gap-2">
        <output className="sr-only">{t('console.loading')}</output>
        {Array.from({ length: 4 }, (_, row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  if (!team) {
    return (
      <div className="mt-6">
        <ErrorState text={t('team.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-10">
        <section aria-labelledby="people">
          <h2 id="people" className="text-xl leading-7">
            {t('team.people')}
          </h2>
          <ul aria-label={t('team.people')} className="list">
            {team.members.map((member) => (
              <MemberRow key={member.id} channel={channel} member={member} roles={team.roles} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="invitations">
          <h2 id="invitations" className="text-xl leading-7">
            {t('team.invitations')}
          </h2>
          {team.invitations.length === 0 ? (
            <div className="mt-4">
              <EmptyState compact title={t('team.noInvitations')} text={t('team.noInvitationsText')} />
            </div>
          ) : (
            <ul aria-label={t('team.invitations')} className="list">
              {team.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} channel={channel.id} invitation={invitation} />
              ))}
            </ul>
          )}
        </section>
        <RequireSecondFactor channel={channel} />
      </div>
      <InviteForm channel={channel.id} roles={team.roles} />
      <RoleTable roles={team.roles} />
    </div>
  );
}
