import type { ContentTranslate } from '@touchline/i18n';
import { addDays, type Day, formatDay } from '../../time/days.ts';

export interface DayName {
  readonly name: string;
  /** The date, where the name does not say it. */
  readonly date: string | null;
}

/** "Today", "Tomorrow" and "Yesterday" with their dates, otherwise the date itself. */
export function dayName(day: Day, today: Day, locale: string, t: ContentTranslate): DayName {
  const date = dateOf(day, today, locale);
  if (day === today) return { name: t('games.today'), date };
  if (day === addDays(today, 1)) return { name: t('games.tomorrow'), date };
  if (day === addDays(today, -1)) return { name: t('games.yesterday'), date };
  return { name: upperFirst(date, locale), date: null };
}

/** "Saturday, November 21", with the year where it is not the present one. */
export function dateOf(day: Day, today: Day, locale: string): string {
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  const year = sameYear ? {} : ({ year: 'numeric' } as const);
  return formatDay(day, locale, { weekday: 'long', month: 'long', day: 'numeric', ...year });
}

/** French and Bulgarian write days small, but not at the beginning of a line. */
function upperFirst(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
