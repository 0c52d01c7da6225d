import { useT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CirclePlay, House, Radio } from 'lucide-react';
import { LiveMark } from './live-mark.tsx';
import './tab-bar.css';

const TABS = [
  { to: '/', label: 'nav.home', Icon: House },
  { to: '/live', label: 'nav.live', Icon: Radio },
  { to: '/schedule', label: 'nav.schedule', Icon: CalendarDays },
  { to: '/vod', label: 'nav.onDemand', Icon: CirclePlay },
] as const;

/** The main screens within reach of a thumb. */
export function TabBar() {
  const t = useT();
  return (
    <nav aria-label={t('nav.tabs')} className="tab-bar on-header">
      <ul className="mx-auto grid max-w-xl grid-cols-4">
        {TABS.map(({ to, label, Icon }) => (
          <li key={to} className="min-w-0">
            <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className="tab">
              <span className="tab-icon">
                <Icon aria-hidden size={22} />
                {to === '/live' && <LiveMark />}
              </span>
              <span className="max-w-full truncate px-0.5">{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
