import { useLocale, useContentT } from '@touchline/i18n';
import { type ComponentType, type CSSProperties, type ReactNode, useId } from 'react';
import type { Day } from '../../time/days.ts';
import { dayName } from './day-name.ts';
import type { Section } from './sections.ts';

interface GameSectionProps {
  readonly section: Section;
  readonly today: Day;
  /** Without the number of games, where it is plain to see. */
  readonly uncounted?: boolean;
  readonly style?: CSSProperties;
  /** Draws the games under the heading of this id. */
  readonly children: (heading: string) => ReactNode;
}

/** What each view of the games gets: they draw games, the sections around them are the same in all. */
export interface ViewProps {
  readonly sections: readonly Section[];
  readonly today: Day;
  readonly Section: ComponentType<GameSectionProps>;
}

const PARTS = { favourites: 'games.yourFavorites', others: 'games.otherGames' } as const;

/** Games of a day, or those that are live, under their heading. */
export function GameSection({ section, today, uncounted = false, style, children }: GameSectionProps) {
  const t = useContentT();
  const locale = useLocale();
  const heading = useId();
  const { day, part, events, complete } = section;
  const { name, date } = day === null ? { name: t('games.liveNow'), date: null } : dayName(day, today, locale, t);
  const count = complete && !uncounted && t('games.count', { count: events.length });
  const facts = [date, part && t(PARTS[part]), count].filter(Boolean);
  return (
    <section aria-labelledby={heading} className="games-section" style={style}>
      <div className="day-heading">
        <h2 id={heading} className="flex items-center gap-2 text-[1.375rem] leading-7">
          {day === null && <span aria-hidden className="live-dot size-2.5 rounded-full bg-live" />}
          {name}
        </h2>
        <p className="truncate text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {children(heading)}
    </section>
  );
}
