import { addDays, addMonths, clampDay, type Day, monthOf, weekdayOf } from '../../time/days.ts';
import { EARLIEST_DAY, LATEST_DAY } from '../../game-filters/limits.ts';

const WEEKS = 6;

const inRange = (day: Day): Day => clampDay(day, EARLIEST_DAY, LATEST_DAY);

export function startOfWeek(day: Day, weekStart: number): Day {
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
}

/** The month of a day in whole weeks: always six, so that a calendar keeps its height. */
export function monthWeeks(day: Day, weekStart: number): readonly (readonly Day[])[] {
  const first = startOfWeek(`${monthOf(day)}-01`, weekStart);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => addDays(first, week * 7 + index)),
  );
}

/** Where a key leads from a day of the calendar; null for keys that mean nothing there. */
export function moveByKey(day: Day, key: string, shift: boolean, weekStart: number): Day | null {
  const target = keyTarget(day, key, shift, weekStart);
  return target && inRange(target);
}

function keyTarget(day: Day, key: string, shift: boolean, weekStart: number): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return startOfWeek(day, weekStart);
    case 'End':
      return addDays(startOfWeek(day, weekStart), 6);
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}

/** A page of the calendar further or back: a month, or a week where only one shows. */
export function turnPage(day: Day, direction: 1 | -1, wholeMonth: boolean): Day {
  return inRange(wholeMonth ? addMonths(day, direction) : addDays(day, 7 * direction));
}

/** Whether there is anything to see before or after the page. */
export function pageEdges(day: Day, wholeMonth: boolean, weekStart: number): { back: boolean; on: boolean } {
  if (wholeMonth) return { back: monthOf(day) > monthOf(EARLIEST_DAY), on: monthOf(day) < monthOf(LATEST_DAY) };
  const week = startOfWeek(day, weekStart);
  return { back: week > EARLIEST_DAY, on: addDays(week, 6) < LATEST_DAY };
}

interface WeekInfo {
  readonly firstDay: number;
}

/** Missing where the browser does not know week rules yet. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?(): WeekInfo;
  readonly weekInfo?: WeekInfo;
}

/** The day that a week begins with, 1 to 7: by the region of the visitor's own language, where that is the one shown. */
export function weekStartOf(locale: string, languages: readonly string[]): number {
  const own = languages.find((language) => language.split('-')[0] === locale) ?? locale;
  const known: WeekLocale = new Intl.Locale(own);
  const { firstDay: first } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: locale === 'en' ? 7 : 1 };
  return first;
}
