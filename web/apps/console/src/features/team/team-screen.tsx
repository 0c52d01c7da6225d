import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { useChannel } from '../../session/session.ts';
import { TeamSections } from './team-sections.tsx';

/** The members of the channel's team and their roles. */
export function TeamScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('team.title')}</h1>
      {channel.may.includes('manage_team') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('team.text')}</p>
          <TeamSections key={channel.id} channel={channel} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('team.notForRole')} text={t('team.notForRoleText')} />
        </div>
      )}
    </>
  );
}
