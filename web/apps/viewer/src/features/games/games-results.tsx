import type { GamesView } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { type ComponentType, useEffect, useRef } from 'react';
import { dateOf } from './day-name.ts';
import { GameSection, type ViewProps } from './game-section.tsx';
import { GamesEmpty } from './games-empty.tsx';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';
import { LoadMore } from './load-more.tsx';
import { sectionsOf } from './sections.ts';
import type { Games } from './use-games.ts';
import type { Day } from '../../time/days.ts';
import { GamesCards } from './games-cards.tsx';

interface GamesResultsProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  /** Which boxes stand here while this part loads. */
  readonly view: GamesView;
  readonly filtered: boolean;
  readonly carried: GamesSearch;
  /** Another view than cards in a grid, which come along. */
  readonly View: ComponentType<ViewProps> | null;
  readonly today: Day;
  readonly timeZone: string;
  /** The day that the schedule begins with. */
  readonly first: Day | null;
  readonly games: Games;
  readonly total: number;
  readonly onClear: () => void;
}

/** The games that the server found, or what stands in their place. */
export function GamesResults(props: GamesResultsProps) {
  const { list, search, filtered, carried, today, timeZone, first, games, total, onClear } = props;
  const View = props.View ?? GamesCards;
  const t = useContentT();
  const locale = useLocale();
  const results = useRef<HTMLDivElement>(null);
  const goTo = useRef<number | null>(null);
  const { events } = games;

  // The way on by keyboard leads to the first of the new games.
  useEffect(() => {
    if (goTo.current === null || events.length <= goTo.current) return;
    const id = events[goTo.current]?.id;
    goTo.current = null;
    results.current?.querySelector<HTMLElement>(`[data-game="${id}"] a`)?.focus();
  }, [events]);

  if (events.length === 0) {
    return (
      <div className="pt-6">
        <GamesEmpty {...{ list, search, filtered, carried, onClear }} />
      </div>
    );
  }
  const sections = sectionsOf(events, {
    timeZone,
    liveFirst: list === 'live' || first === today,
    favourites: games.favourites,
    more: games.next !== null,
  });
  const missing =
    first !== null && first !== today && !search.page && !games.changing && sections[0]?.day !== first ? first : null;
  return (
    <div ref={results} aria-busy={games.changing}>
      {missing && <p className="pt-4 text-muted">{t('games.noneOnDay', { day: dateOf(missing, today, locale) })}</p>}
      <View sections={sections} today={today} Section={GameSection} />
      <LoadMore
        list={list}
        search={search}
        next={games.next}
        ceiling={games.ceiling}
        shown={games.shown}
        total={total}
        loading={games.loadingMore}
        failed={games.moreFailed}
        onLoad={(byKeyboard) => {
          goTo.current = byKeyboard ? events.length : null;
          void games.loadMore();
        }}
      />
    </div>
  );
}
