import { useConsoleT } from '@touchline/i18n';
import { CirclePause } from 'lucide-react';
import { useChannel } from '../session/session.ts';

/** On every screen of a paused channel. */
export function PausedBanner() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel?.is_paused) return null;
  return (
    <p
      role="status"
      className="mb-8 flex items-start gap-2.5 rounded-field border border-warn px-4 py-3 text-sm text-pretty wrap-anywhere"
    >
      <CirclePause aria-hidden size={18} className="mt-px shrink-0" />
      {t('channel.pausedBanner', { channel: channel.name })}
    </p>
  );
}
