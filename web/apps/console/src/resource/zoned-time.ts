/**
 * A local time in a zone, as a draft holds it: `2026-11-20T19:00[Europe/Sofia]`. Where clocks show the time twice, the offset
 * says which is meant: `2026-11-01T01:30-05:00[America/Toronto]`. Nothing here converts one: zones are the server's.
 */
export interface TypedTime {
  readonly local: string;
  readonly zone: string;
  readonly offset: string | null;
}

const WRITTEN = /^([\d-]+T[\d:]+)([+-]\d\d:\d\d)?\[(.+)\]$/u;

/** The text of a draft; null for none. */
export function typedTime(text: unknown): TypedTime | null {
  const [, local, offset, zone] = (typeof text === 'string' && WRITTEN.exec(text)) || [];
  return local !== undefined && zone !== undefined ? { local, zone, offset: offset ?? null } : null;
}

export function timeText({ local, zone, offset }: TypedTime): string {
  return `${local}${offset ?? ''}[${zone}]`;
}

/** A time of the server. Its offset is kept only where it decides. */
export function readTime(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('local' in value) || !('zone' in value)) return null;
  const { local, zone } = value;
  if (typeof local !== 'string' || typeof zone !== 'string') return null;
  const isRepeated = 'clock' in value && value.clock === 'repeated';
  const offset = isRepeated && 'offset' in value && typeof value.offset === 'string' ? value.offset : null;
  return timeText({ local, zone, offset });
}

/** "20 Nov 2026, 19:00 (Europe/Sofia)": the local time as it is. */
export function sayTime({ local, zone, offset }: TypedTime, locale: string): string {
  // Written as if it were UTC, so that nothing is converted.
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const at = Date.parse(`${local}Z`);
  return `${Number.isNaN(at) ? local : shown.format(at)} (${offset === null ? zone : `${zone}, UTC${offset}`})`;
}
