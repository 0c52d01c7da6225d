import { useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { StaticBlocks } from '../../rich-text/static-blocks.tsx';
import { FavouritesHint } from './favourites-hint.tsx';
import { filterNames } from './filter-names.ts';
import { firstDay } from './first-day.ts';
import { daysFilter } from './games-filter.ts';
import { type GamesSearch, only } from '../../game-filters/games-search.ts';
import { GamesToolbar } from './games-toolbar.tsx';
import { carriedOver, withoutFilters } from './kept-search.ts';
import { ListTabs } from './list-tabs.tsx';
import { LIST_NAMES, listAt } from './lists.ts';
import { useGames } from './use-games.ts';
import { useGamesView } from './use-games-view.ts';
import { useToday } from './use-today.ts';
import { useWide } from './use-wide.ts';
import type { Day } from '../../time/days.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { CalendarPart, ResultsPart, VIEW_PARTS } from './lazy-parts.tsx';
import { GamesSkeleton } from './games-skeleton.tsx';
import './games.css';

export { loadParts, type Opening } from './lazy-parts.tsx';

/** The lists of games: live, upcoming, on demand, and the schedule; one screen at four addresses. */
export function GamesScreen() {
  const t = useContentT();
  const list = listAt(useMatch({ strict: false, select: ({ routeId }) => routeId }));
  const address = `/${list}` as const;
  const search: GamesSearch = useSearch({ from: address });
  const navigate = useNavigate();
  const member = useSession(({ user }) => user?.id ?? null);
  const timeZone = viewerZone();
  const today = useToday(timeZone);
  const wide = useWide();
  const first = list === 'schedule' ? firstDay(search, today, timeZone) : null;
  const filters = filterNames(list, search, member !== null);
  const [view, setView] = useGamesView(list);
  const games = useGames(list, search, today, timeZone);
  usePageTitle(t('games.title'));

  const open = (next: GamesSearch, replace = false) =>
    void navigate({ to: address, search: next, replace, resetScroll: !replace });
  const clear = () => open(withoutFilters(search));
  const openDay = (day: Day) => {
    const chosen = day === today && search.start === undefined ? undefined : day;
    open(only({ ...search, day: chosen, page: undefined }));
  };

  return (
    <div className="px-(--gutter) pt-6 md:pt-8">
      {games.changing && <div aria-hidden className="progress-line" />}
      <h1 className="text-[2.25rem] leading-10">{t(LIST_NAMES[list])}</h1>
      <ListTabs list={list} search={search} />
      <GamesToolbar
        {...{ list, search, filters, today, wide, view }}
        member={member !== null}
        total={games.total}
        onView={setView}
        onSearch={open}
        onClear={clear}
      />
      <div className="grid gap-3 pt-3 empty:hidden">
        <StaticBlocks place="games" className="rounded-card bg-surface px-5 py-4 text-[0.9375rem]" />
      </div>
      <div className={first === null ? undefined : 'schedule'}>
        {first !== null && (
          <div className="schedule-calendar">
            <CalendarPart
              {...{ first, today, wide, member }}
              filter={daysFilter(search, { today, timeZone, member: member !== null })}
              onSelect={openDay}
            />
          </div>
        )}
        <div className="min-w-0">
          {search.favorites && member === null && (
            <div className="pt-3">
              <FavouritesHint />
            </div>
          )}
          {search.page && (
            <RouterButton
              to={address}
              search={only({ ...search, page: search.page > 2 ? search.page - 1 : undefined })}
              rel="prev"
              variant="secondary"
              className="mt-3"
            >
              {t('games.previousPage')}
            </RouterButton>
          )}
          {games.total !== null ? (
            <ResultsPart
              {...{ list, search, view, today, timeZone, first, games }}
              total={games.total}
              filtered={filters.length > 0}
              carried={carriedOver(search)}
              View={VIEW_PARTS[view]}
              onClear={clear}
            />
          ) : games.failed ? (
            <div className="pt-6">
              <ErrorState text={t('games.error')} onRetry={games.retry} />
            </div>
          ) : (
            <GamesSkeleton view={view} />
          )}
        </div>
      </div>
    </div>
  );
}
