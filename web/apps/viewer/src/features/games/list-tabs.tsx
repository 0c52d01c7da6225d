import { useContentT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { carriedOver } from './kept-search.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import { GAMES_LISTS, type GamesList, LIST_NAMES } from './lists.ts';
import '../../tabs/tab.css';

/** The four lists by their addresses; the choice goes along. */
export function ListTabs({ list, search }: { readonly list: GamesList; readonly search: GamesSearch }) {
  const t = useContentT();
  return (
    <nav aria-label={t('games.lists')} className="list-tabs">
      <ul className="-mx-3 flex w-max gap-1">
        {GAMES_LISTS.map((one) => (
          <li key={one}>
            <Link
              to={`/${one}`}
              search={carriedOver(search)}
              aria-current={one === list ? 'page' : undefined}
              className="tab"
            >
              {t(LIST_NAMES[one])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
