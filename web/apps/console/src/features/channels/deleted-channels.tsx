import type { ServerChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { DeletedChannelRow } from './deleted-channel-row.tsx';
import '../../lists/list.css';

/** Channels that are deleted and not erased yet. */
export function DeletedChannels({ channels }: { readonly channels: readonly ServerChannel[] }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="deleted" className="mt-10">
      <h2 id="deleted" className="text-xl leading-7">
        {t('channels.deletedTitle')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('channels.deletedText')}</p>
      <ul aria-label={t('channels.deletedTitle')} className="list">
        {channels.map((channel) => (
          <DeletedChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
    </section>
  );
}
