import { fetchGameDays, type GamesQuery } from '@touchline/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouterContext } from '../../channel/router-context.ts';
import type { Day } from '../../time/days.ts';
import { EARLIEST_DAY } from '../../game-filters/limits.ts';

/** How many games each day of the calendar's page has. */
export function gameDaysQuery(
  { connection }: Pick<RouterContext, 'connection'>,
  filter: GamesQuery,
  [first, last]: readonly [Day, Day],
  member: number | null,
) {
  const start_date = first < EARLIEST_DAY ? EARLIEST_DAY : first;
  return queryOptions({
    queryKey: ['game-days', filter, start_date, last, member],
    queryFn: ({ signal }) => fetchGameDays(connection, { ...filter, start_date, end_date: last }, signal),
    placeholderData: keepPreviousData,
  });
}
