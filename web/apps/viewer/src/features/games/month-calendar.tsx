import type { GameDay } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { Button, classNames, IconButton } from '@touchline/ui';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addDays, type Day, formatDay, monthOf } from '../../time/days.ts';
import { monthWeeks, moveByKey, pageEdges, startOfWeek, turnPage } from './month-grid.ts';
import { EARLIEST_DAY } from '../../game-filters/limits.ts';

interface MonthCalendarProps {
  /** The day that the keyboard is on; its month shows. */
  readonly cursor: Day;
  readonly selected: Day;
  readonly today: Day;
  /** Whether there is room for the whole month at once. */
  readonly wide: boolean;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekStart: number;
  readonly days: readonly GameDay[];
  readonly onMove: (day: Day) => void;
  readonly onSelect: (day: Day) => void;
}

/** A month with the number of games of each day; on a phone one week of it, until the visitor asks for the rest. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { cursor, selected, today, wide, weekStart, days, onMove, onSelect } = props;
  const t = useContentT();
  const locale = useLocale();
  const heading = useId();
  const [unfolded, setUnfolded] = useState(false);
  const whole = wide || unfolded;
  const grid = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  const counts = new Map(days.map((day) => [day.date, day]));
  const week = startOfWeek(cursor, weekStart);
  const weeks = monthWeeks(cursor, weekStart).filter(([first]) => whole || first === week);
  const edges = pageEdges(cursor, whole, weekStart);
  const month = formatDay(cursor, locale, { month: 'long', year: 'numeric' });

  // Keys may lead to a day that is only drawn now.
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = moveByKey(cursor, event.key, event.shiftKey, weekStart);
    if (target === null) return;
    event.preventDefault();
    follows.current = target !== cursor;
    onMove(target);
  };

  // The button goes once it has done its work; focus moves on to the day.
  const goToday = () => {
    follows.current = cursor !== today;
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus({ preventScroll: true });
    onSelect(today);
  };

  return (
    <section aria-labelledby={heading} className="rounded-sheet bg-surface p-3 sm:p-4">
      <div className="mb-2 flex items-center gap-1">
        <h2 id={heading} aria-live="polite" className="me-auto ps-2 text-[1.375rem] leading-8 first-letter:uppercase">
          {month}
        </h2>
        {(selected !== today || monthOf(cursor) !== monthOf(today)) && (
          <Button variant="quiet" size="small" className="px-3!" onClick={goToday}>
            {t('games.today')}
          </Button>
        )}
        <IconButton
          size="small"
          label={whole ? t('games.previousMonth') : t('games.previousWeek')}
          disabled={!edges.back}
          className="text-text enabled-hover:bg-raised disabled:text-muted"
          onClick={() => onMove(turnPage(cursor, -1, whole))}
        >
          <ChevronLeft aria-hidden size={20} />
        </IconButton>
        <IconButton
          size="small"
          label={whole ? t('games.nextMonth') : t('games.nextWeek')}
          disabled={!edges.on}
          className="text-text enabled-hover:bg-raised disabled:text-muted"
          onClick={() => onMove(turnPage(cursor, 1, whole))}
        >
          <ChevronRight aria-hidden size={20} />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of days is a table that takes keys. */}
      <table ref={grid} role="grid" aria-labelledby={heading} className="w-full table-fixed" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => addDays(week, index)).map((day) => (
              <th key={day} scope="col" className="pb-1 text-[0.8125rem] leading-[1.125rem] font-medium text-muted">
                <abbr title={formatDay(day, locale, { weekday: 'long' })} className="no-underline">
                  {formatDay(day, locale, { weekday: 'short' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((row) => (
            <tr key={row[0]}>
              {row.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  games={counts.get(day)}
                  today={day === today}
                  selected={day === selected}
                  focused={day === cursor}
                  outside={monthOf(day) !== monthOf(cursor)}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!wide && (
        <button
          type="button"
          aria-expanded={unfolded}
          className="mt-1 flex min-h-9 w-full cursor-pointer items-center justify-center gap-1.5 rounded-field text-sm font-medium text-muted hover:text-text"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t('games.oneWeek') : t('games.wholeMonth')}
          <ChevronDown
            aria-hidden
            size={16}
            className={classNames('transition-transform duration-200', unfolded && 'rotate-180')}
          />
        </button>
      )}
    </section>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly games: GameDay | undefined;
  readonly today: boolean;
  readonly selected: boolean;
  readonly focused: boolean;
  /** Of the month before or after. */
  readonly outside: boolean;
  readonly onSelect: (day: Day) => void;
}

function DayCell({ day, games, today, selected, focused, outside, onSelect }: DayCellProps) {
  const t = useContentT();
  const locale = useLocale();
  const name = formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const count = games?.total ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it carries the words.
    <td aria-selected={selected} className="p-px">
      <button
        type="button"
        data-day={day}
        tabIndex={focused ? 0 : -1}
        disabled={day < EARLIEST_DAY}
        aria-current={today ? 'date' : undefined}
        className={classNames(
          'relative grid h-12 w-full cursor-pointer content-center justify-items-center rounded-field leading-5 tabular-nums transition-colors duration-120 disabled:cursor-not-allowed',
          selected
            ? 'bg-accent font-semibold text-on-accent'
            : outside
              ? 'text-muted enabled-hover:bg-raised disabled:line-through'
              : 'text-text enabled-hover:bg-raised',
          today && !selected && 'font-semibold text-accent-text! inset-ring inset-ring-current',
        )}
        onClick={() => onSelect(day)}
      >
        <span className="sr-only">
          {name}, {t('games.count', { count })}
        </span>
        <span aria-hidden className="text-[0.9375rem]">
          {Number(day.slice(8))}
        </span>
        <span
          aria-hidden
          className={classNames(
            'flex h-3.5 items-center gap-1 text-[0.6875rem] leading-none',
            !selected && 'text-muted',
          )}
        >
          {games && games.live > 0 && (
            <span className={classNames('size-1.5 rounded-full', selected ? 'bg-current' : 'bg-live')} />
          )}
          {count > 0 && count}
        </span>
      </button>
    </td>
  );
}
