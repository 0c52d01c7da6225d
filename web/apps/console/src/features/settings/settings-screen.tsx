import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { EmbeddingSection } from './embedding-section.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** What is decided about a channel as a whole. */
export function SettingsScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('settings.title')}</h1>
      {channel.may.includes('edit_site') ? (
        <EmbeddingSection key={channel.id} channel={channel.id} />
      ) : (
        <div className="mt-6">
          <EmptyState title={t('settings.notForRole')} text={t('settings.notForRoleText')} />
        </div>
      )}
    </>
  );
}
