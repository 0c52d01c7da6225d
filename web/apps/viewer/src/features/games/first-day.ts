import { clampDay, type Day, dayOf } from '../../time/days.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import { EARLIEST_DAY, LATEST_DAY } from '../../game-filters/limits.ts';

const START_SHIFT_S = 86_400;

/** The first day of a calendar that is given a time: the day that it is 86400 s later. */
export function calendarStart(givenSeconds: number, timeZone: string): Day {
  return clampDay(dayOf(givenSeconds + START_SHIFT_S, timeZone), EARLIEST_DAY, LATEST_DAY);
}

/** The day that the schedule begins with: a chosen one, that of the given time, or else today. */
export function firstDay({ day, start }: Pick<GamesSearch, 'day' | 'start'>, today: Day, timeZone: string): Day {
  return day ?? (start === undefined ? today : calendarStart(start, timeZone));
}
