import { describe, expect, it } from 'vitest';
import { eventTimes, formatEventTime } from './event-time.ts';

const game = Date.parse('2026-11-15T00:05:00Z') / 1000;

describe('formatEventTime', () => {
  it.each([
    ['en', 'Nov 14, 2026, 19:05'],
    ['fr', '14 nov. 2026, 19:05'],
    ['bg', '14 ное 2026, 19:05'],
  ])('UI-08 short month, 2-digit day, year and 24-hour clock in %s', (locale, expected) => {
    expect(formatEventTime(game, 'America/New_York', locale)).toBe(expected);
  });

  it('UI-08 days have two digits and midnight is 00:00', () => {
    expect(formatEventTime(Date.parse('2026-03-05T00:00:00Z') / 1000, 'UTC', 'en')).toBe('Mar 05, 2026, 00:00');
  });
});

describe('eventTimes', () => {
  it('UI-07 gives the time at the venue and that of the viewer', () => {
    const times = eventTimes(game, 'America/New_York', 'Europe/Sofia', 'en');
    expect(times.atVenue).toBe('Nov 14, 2026, 19:05 ET');
    expect(times.forViewer).toBe('Nov 15, 2026, 02:05');
    expect([times.clock, times.zone]).toEqual(['19:05', 'ET']);
    expect(times.iso).toBe('2026-11-15T00:05:00.000Z');
  });

  it('UI-07 one time is enough where the clocks agree, whatever the zones are called', () => {
    expect(eventTimes(game, 'America/New_York', 'America/Toronto', 'en').forViewer).toBeNull();
  });
});
