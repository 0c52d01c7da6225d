import { useT } from '@touchline/i18n';
import { useChannel } from '../channel/channel.ts';
import { useLiveCount } from './live-count.ts';
import './live-mark.css';

/** The badge holds two digits. */
const MAX_SHOWN = 99;

/** How many games are live, on the corner of whatever it stands in: it takes no room, so that nothing moves when it comes. */
export function LiveMark() {
  const t = useT();
  const carried = useChannel().home?.live.length ?? 0;
  const counted = useLiveCount(({ count }) => count);
  const count = counted ?? carried;
  if (count === 0) return null;
  return (
    <span className="live-mark">
      <span aria-hidden>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">{t('nav.liveCount', { count })}</span>
    </span>
  );
}
