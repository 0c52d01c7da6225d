import { useSearch } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { ClipList } from './clip-list.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** What fans have made of the channel's games. */
export function ClipsScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  const search = useSearch({ from: '/$channel/clips' });
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('fanClips.title')}</h1>
      {channel.may.includes('moderate_clips') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('fanClips.text')}</p>
          <ClipList key={channel.id} channel={channel} search={search} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('fanClips.notForRole')} text={t('fanClips.notForRoleText')} />
        </div>
      )}
    </>
  );
}
