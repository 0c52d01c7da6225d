import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { GapList } from './gap-list.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadList } from './upload-list.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** Videos for games and films: sending them, and what becomes of them. */
export function VideoScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('video.title')}</h1>
      {channel.may.includes('edit_library') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('video.text')}</p>
          <UploadForm key={channel.id} channel={channel.id} />
          <GapList channel={channel.id} />
          <UploadList channel={channel.id} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('video.notForRole')} text={t('video.notForRoleText')} />
        </div>
      )}
    </>
  );
}
