import type { GamesQuery } from '@touchline/api';
import { useLocale } from '@touchline/i18n';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { queryClient } from '../../queries/query-client.ts';
import { monthWeeks, weekStartOf } from './month-grid.ts';
import { gameDaysQuery } from './game-days-query.ts';
import { MonthCalendar } from './month-calendar.tsx';
import type { Day } from '../../time/days.ts';

interface ScheduleCalendarProps {
  readonly first: Day;
  readonly today: Day;
  readonly wide: boolean;
  readonly filter: GamesQuery;
  readonly member: number | null;
  readonly onSelect: (day: Day) => void;
}

/** The calendar beside the schedule, with the number of games of each day. */
export function ScheduleCalendar({ first, today, wide, filter, member, onSelect }: ScheduleCalendarProps) {
  const context = useAppContext();
  const locale = useLocale();
  const weekStart = weekStartOf(locale, navigator.languages);
  const [{ cursor, selected }, setPlace] = useState({ cursor: first, selected: first });
  // Another day in the address, by a click or the back button, turns the calendar to it.
  if (selected !== first) setPlace({ cursor: first, selected: first });
  const days = monthWeeks(cursor, weekStart).flat();
  const range = [days[0] ?? cursor, days.at(-1) ?? cursor] as const;
  const { data = [] } = useQuery(gameDaysQuery(context, filter, range, member), queryClient);
  return (
    <MonthCalendar
      cursor={cursor}
      selected={first}
      today={today}
      wide={wide}
      weekStart={weekStart}
      days={data}
      onMove={(day) => setPlace({ cursor: day, selected: first })}
      onSelect={(day) => {
        setPlace({ cursor: day, selected: first });
        onSelect(day);
      }}
    />
  );
}
