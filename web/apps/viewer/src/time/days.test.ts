import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, clampDay, dayOf, formatDay, isDay, weekdayOf } from './days.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
const days = fc
  .integer({ min: Date.UTC(2022, 0, 1) / 86_400_000, max: Date.UTC(2099, 0, 1) / 86_400_000 })
  .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));

describe('dayOf', () => {
  it.each([
    ['2026-11-15T00:05:00Z', 'America/New_York', '2026-11-14'],
    ['2026-11-15T00:05:00Z', 'Europe/Sofia', '2026-11-15'],
    ['2026-11-14T23:59:59Z', 'UTC', '2026-11-14'],
    ['2026-11-14T10:00:00Z', 'Pacific/Kiritimati', '2026-11-15'],
    // The night of 25 hours: 23:30 twice that far apart is still one day.
    ['2026-11-01T04:30:00Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T04:30:00Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02'],
    // The night of 23 hours.
    ['2026-03-08T04:59:00Z', 'America/New_York', '2026-03-07'],
    ['2026-03-09T03:59:00Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
  ])('UI-07 %s in %s falls on %s', (moment, zone, day) => {
    expect(dayOf(at(moment), zone)).toBe(day);
  });
});

describe('days', () => {
  it('counts across months and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -13)).toBe('2025-02-28');
  });

  it('comes back from any number of days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -900, max: 900 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
        expect(isDay(addDays(day, count))).toBe(true);
        expect(Math.abs(weekdayOf(addDays(day, count)) - weekdayOf(day) - count) % 7).toBe(0);
      }),
    );
  });

  it('stays in the month that it is sent to', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40, max: 40 }), (day, count) => {
        const moved = addMonths(day, count);
        expect(months(moved) - months(day)).toBe(count);
        expect(Number(moved.slice(8))).toBeLessThanOrEqual(Number(day.slice(8)));
      }),
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261101', '', '2026-11-15T00:00:00Z'])('%j is no day', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it('keeps to its bounds', () => {
    expect(clampDay('2020-01-01', '2022-08-01', '2099-12-31')).toBe('2022-08-01');
    expect(clampDay('2026-01-01', '2022-08-01', '2099-12-31')).toBe('2026-01-01');
    expect(clampDay('2200-01-01', '2022-08-01', '2099-12-31')).toBe('2099-12-31');
  });

  it('is written as it is, whatever the zone of the machine', () => {
    expect(formatDay('2026-11-21', 'en', { weekday: 'short', month: 'short', day: 'numeric' })).toBe('Sat, Nov 21');
  });
});
