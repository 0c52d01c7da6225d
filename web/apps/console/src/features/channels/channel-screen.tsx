import { useSuspenseQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { NotFound } from '../../navigation/not-found.tsx';
import { sessionQuery, useChannel } from '../../session/session.ts';
import { AliasForm } from './alias-form.tsx';
import { ExportSection } from './export-section.tsx';
import { HostsSection } from './hosts-section.tsx';
import { StateSection } from './state-section.tsx';

/** Where the channel is served, its address in the console, its file; for administrators also pause and deletion. */
export function ChannelScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  const isAdministrator = useSuspenseQuery(sessionQuery).data.operator?.is_administrator === true;
  if (!channel) return <NotFound />;
  if (!channel.may.includes('manage_channel')) {
    return (
      <>
        <h1 className="text-4xl leading-10">{t('channel.title')}</h1>
        <div className="mt-6">
          <EmptyState title={t('team.notForRole')} text={t('channel.notForRoleText')} />
        </div>
      </>
    );
  }
  return (
    <div key={channel.id} className="grid max-w-4xl gap-10">
      <h1 className="text-4xl leading-10">{t('channel.title')}</h1>
      <HostsSection channel={channel} />
      <AliasForm channel={channel} />
      <ExportSection channel={channel.id} />
      {isAdministrator ? (
        <StateSection channel={channel} />
      ) : (
        <p className="text-sm text-pretty text-muted">{t('channel.askAdministrator')}</p>
      )}
    </div>
  );
}
