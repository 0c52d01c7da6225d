import { useAccountT } from '@touchline/i18n';
import { CirclePause } from 'lucide-react';
import { useChannel } from '../channel/channel.ts';

/** On the screens of the account, while all others of the channel are closed. */
export function PausedNotice() {
  const t = useAccountT();
  const { name } = useChannel().bootstrap.settings;
  return (
    <section aria-label={t('paused.title')} className="shell-notice">
      <CirclePause aria-hidden size={20} className="shrink-0" />
      <p className="min-w-0 flex-1 text-pretty wrap-anywhere">{t('paused.text', { channel: name })}</p>
    </section>
  );
}
