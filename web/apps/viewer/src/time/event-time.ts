import { offsetMinutes, zoneAbbreviation } from './time-zones.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function parts(utcSeconds: number, timeZone: string): Readonly<Record<string, string>> {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      month: 'numeric',
      day: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(utcSeconds * 1000).map(({ type, value }) => [type, value]));
}

// Spelled out because `Intl` writes Bulgarian months as numbers where a short name is asked for.
const MONTHS: Readonly<Record<string, string>> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  bg: 'яну фев мар апр май юни юли авг сеп окт ное дек',
};

/** "19:05" on a 24-hour clock. */
function formatClock(utcSeconds: number, timeZone: string): string {
  const { hour = '', minute = '' } = parts(utcSeconds, timeZone);
  return `${hour}:${minute}`;
}

/** "Nov 14, 2026": short month, two-digit day, year. */
export function formatDate(utcSeconds: number, timeZone: string, locale: string): string {
  const { month = '', day = '', year = '' } = parts(utcSeconds, timeZone);
  const name = (MONTHS[locale] ?? MONTHS['en'] ?? '').split(' ')[Number(month) - 1] ?? month;
  return locale === 'en' ? `${name} ${day}, ${year}` : `${day} ${name} ${year}`;
}

/** "Nov 14, 2026, 19:05": the event time format of the specification. */
export function formatEventTime(utcSeconds: number, timeZone: string, locale: string): string {
  return `${formatDate(utcSeconds, timeZone, locale)}, ${formatClock(utcSeconds, timeZone)}`;
}

export interface EventTimes {
  /** For the `datetime` attribute. */
  readonly iso: string;
  /** In the zone of the event, with its abbreviation. */
  readonly atVenue: string;
  /** The clock alone, for small places. */
  readonly clock: string;
  readonly zone: string;
  /** In the viewer's zone; absent when the clocks agree. */
  readonly forViewer: string | null;
}

/** Both times of an event: where it is played and where it is watched. */
export function eventTimes(utcSeconds: number, timeZone: string, viewer: string, locale: string): EventTimes {
  const zone = zoneAbbreviation(utcSeconds, timeZone);
  const differs = offsetMinutes(utcSeconds, timeZone) !== offsetMinutes(utcSeconds, viewer);
  return {
    iso: new Date(utcSeconds * 1000).toISOString(),
    atVenue: `${formatEventTime(utcSeconds, timeZone, locale)} ${zone}`,
    clock: formatClock(utcSeconds, timeZone),
    zone,
    forViewer: differs ? formatEventTime(utcSeconds, viewer, locale) : null,
  };
}
