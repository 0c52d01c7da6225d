import type { Covers } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { dayTitle } from './titles.ts';

interface CoveredGamesProps {
  readonly covers: Covers;
}

/** What a pass opens: how many games, and the next of them. */
export function CoveredGames({ covers }: CoveredGamesProps) {
  const t = useShopT();
  return (
    <div className="covered-games">
      <p className="font-semibold">{t('shop.games', { count: covers.games })}</p>
      {covers.next.length > 0 && (
        <ul aria-label={t('shop.next')}>
          {covers.next.map(({ id, title, event_utc_ts: at }) => (
            <li key={id}>
              <Link to="/watch/$id" params={{ id }}>
                {title}
              </Link>
              <span>{dayTitle(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
