/** Abbreviations of time zones as fans know them; `Intl` gives most of the world "GMT+2". */

interface Names {
  readonly standard: string;
  readonly daylight?: string;
  readonly zones: string;
}

// In North America the short form without S or D is what schedules print, in winter and in summer.
const FAMILIES: readonly Names[] = [
  {
    standard: 'ET',
    zones:
      'America/New_York America/Toronto America/Detroit America/Montreal America/Nassau America/Kentucky/Louisville America/Indiana/Indianapolis America/Iqaluit US/Eastern Canada/Eastern',
  },
  {
    standard: 'CT',
    zones:
      'America/Chicago America/Winnipeg America/Menominee America/Indiana/Knox America/North_Dakota/Center US/Central Canada/Central',
  },
  { standard: 'CST', zones: 'America/Regina America/Mexico_City America/Costa_Rica America/Guatemala' },
  {
    standard: 'MT',
    zones:
      'America/Denver America/Edmonton America/Boise America/Calgary America/Yellowknife US/Mountain Canada/Mountain',
  },
  { standard: 'MST', zones: 'America/Phoenix America/Whitehorse US/Arizona' },
  { standard: 'PT', zones: 'America/Los_Angeles America/Vancouver America/Tijuana US/Pacific Canada/Pacific' },
  { standard: 'AKT', zones: 'America/Anchorage America/Juneau US/Alaska' },
  { standard: 'HST', zones: 'Pacific/Honolulu US/Hawaii' },
  { standard: 'AT', zones: 'America/Halifax America/Moncton Atlantic/Bermuda Canada/Atlantic' },
  { standard: 'AST', zones: 'America/Puerto_Rico America/Santo_Domingo' },
  { standard: 'NT', zones: 'America/St_Johns Canada/Newfoundland' },
  {
    standard: 'GMT',
    daylight: 'BST',
    zones: 'Europe/London Europe/Belfast Europe/Jersey Europe/Guernsey Europe/Isle_of_Man',
  },
  { standard: 'GMT', daylight: 'IST', zones: 'Europe/Dublin' },
  { standard: 'WET', daylight: 'WEST', zones: 'Europe/Lisbon Atlantic/Madeira Atlantic/Canary' },
  {
    standard: 'CET',
    daylight: 'CEST',
    zones:
      'Europe/Paris Europe/Berlin Europe/Brussels Europe/Amsterdam Europe/Luxembourg Europe/Madrid Europe/Rome Europe/Vienna Europe/Zurich Europe/Stockholm Europe/Oslo Europe/Copenhagen Europe/Prague Europe/Warsaw Europe/Budapest Europe/Belgrade Europe/Zagreb Europe/Ljubljana Europe/Bratislava Europe/Sarajevo Europe/Skopje Europe/Tirane Europe/Malta Europe/Monaco',
  },
  {
    standard: 'EET',
    daylight: 'EEST',
    zones:
      'Europe/Sofia Europe/Athens Europe/Bucharest Europe/Helsinki Europe/Kyiv Europe/Kiev Europe/Riga Europe/Tallinn Europe/Vilnius Europe/Chisinau Asia/Nicosia',
  },
  { standard: 'MSK', zones: 'Europe/Moscow Europe/Minsk' },
  { standard: 'IST', zones: 'Asia/Kolkata Asia/Calcutta' },
  { standard: 'JST', zones: 'Asia/Tokyo' },
  { standard: 'AWST', zones: 'Australia/Perth' },
  { standard: 'ACST', daylight: 'ACDT', zones: 'Australia/Adelaide' },
  { standard: 'AEST', zones: 'Australia/Brisbane' },
  {
    standard: 'AEST',
    daylight: 'AEDT',
    zones: 'Australia/Sydney Australia/Melbourne Australia/Hobart Australia/Canberra',
  },
  { standard: 'NZST', daylight: 'NZDT', zones: 'Pacific/Auckland' },
  { standard: 'UTC', zones: 'UTC Etc/UTC Etc/GMT GMT' },
];

const BY_ZONE: ReadonlyMap<string, Names> = new Map(
  FAMILIES.flatMap((names) => names.zones.split(' ').map((zone) => [zone, names] as const)),
);

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** Minutes that the zone is ahead of UTC at that moment. */
export function offsetMinutes(utcSeconds: number, timeZone: string): number {
  let format = offsetFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    offsetFormats.set(timeZone, format);
  }
  const name = format.formatToParts(utcSeconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** Daylight time is the larger of a year's two offsets, on both hemispheres. */
function isDaylight(utcSeconds: number, timeZone: string): boolean {
  const year = new Date(utcSeconds * 1000).getUTCFullYear();
  const january = offsetMinutes(Date.UTC(year, 0, 1) / 1000, timeZone);
  const july = offsetMinutes(Date.UTC(year, 6, 1) / 1000, timeZone);
  return offsetMinutes(utcSeconds, timeZone) > Math.min(january, july);
}

export function zoneAbbreviation(utcSeconds: number, timeZone: string): string {
  const names = BY_ZONE.get(timeZone);
  if (names) return names.daylight && isDaylight(utcSeconds, timeZone) ? names.daylight : names.standard;
  const minutes = offsetMinutes(utcSeconds, timeZone);
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** The viewer's time zone; UTC where the browser hides it. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
