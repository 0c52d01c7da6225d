import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, monthOf, weekdayOf } from '../../time/days.ts';
import { monthWeeks, moveByKey, pageEdges, turnPage, weekStartOf } from './month-grid.ts';
import { calendarStart, firstDay } from './first-day.ts';
import { EARLIEST_DAY, LATEST_DAY } from '../../game-filters/limits.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const days = fc.integer({ min: 0, max: 28_000 }).map((count) => addDays(EARLIEST_DAY, count));
const weekStarts = fc.constantFrom(1, 6, 7);

describe('the first day of the calendar', () => {
  it('EVT-10 is the given time plus 86400 s', () => {
    expect(calendarStart(at('2026-11-14T12:00:00Z'), 'UTC')).toBe('2026-11-15');
    expect(calendarStart(at('2026-11-15T02:00:00Z'), 'America/New_York')).toBe('2026-11-15');
  });

  it('EVT-10 adds seconds, not days: in a night of 25 hours it may stay on the day', () => {
    expect(calendarStart(at('2026-11-01T04:30:00Z'), 'America/New_York')).toBe('2026-11-01');
    expect(calendarStart(at('2026-03-08T04:30:00Z'), 'America/New_York')).toBe('2026-03-09');
  });

  it('EVT-10 is not before 2022-08-01', () => {
    expect(calendarStart(0, 'UTC')).toBe('2022-08-01');
    expect(calendarStart(at('2022-07-30T23:59:59Z'), 'UTC')).toBe('2022-08-01');
    expect(calendarStart(at('2022-08-01T00:00:00Z'), 'UTC')).toBe('2022-08-02');
  });

  it('EVT-10 is today where no time is given, and a chosen day before either', () => {
    const start = at('2026-11-20T12:00:00Z');
    expect(firstDay({}, '2026-11-15', 'UTC')).toBe('2026-11-15');
    expect(firstDay({ start }, '2026-11-15', 'UTC')).toBe('2026-11-21');
    expect(firstDay({ start, day: '2026-12-01' }, '2026-11-15', 'UTC')).toBe('2026-12-01');
  });
});

describe('monthWeeks', () => {
  it('ROUTE-24 has six whole weeks, one day after the other, with all of the month', () => {
    fc.assert(
      fc.property(days, weekStarts, (day, weekStart) => {
        const weeks = monthWeeks(day, weekStart);
        const flat = weeks.flat();
        expect(flat).toHaveLength(42);
        expect(weeks.every(([first]) => first && weekdayOf(first) === weekStart)).toBe(true);
        expect(flat.every((one, index) => index === 0 || one === addDays(flat[index - 1] ?? '', 1))).toBe(true);
        expect(flat).toContain(day);
        const inMonth = flat.filter((one) => monthOf(one) === monthOf(day));
        expect(inMonth[0]).toBe(`${monthOf(day)}-01`);
        expect(monthOf(addDays(inMonth.at(-1) ?? '', 1))).not.toBe(monthOf(day));
      }),
    );
  });
});

describe('moveByKey', () => {
  it.each([
    ['ArrowLeft', '2026-11-14'],
    ['ArrowRight', '2026-11-16'],
    ['ArrowUp', '2026-11-08'],
    ['ArrowDown', '2026-11-22'],
    ['Home', '2026-11-09'],
    ['End', '2026-11-15'],
    ['PageUp', '2026-10-15'],
    ['PageDown', '2026-12-15'],
  ])('UI-19 %s leads from Sunday, November 15 to %s', (key, target) => {
    expect(moveByKey('2026-11-15', key, false, 1)).toBe(target);
  });

  it('UI-19 with Shift the page keys move by a year, and other keys do nothing', () => {
    expect(moveByKey('2026-11-15', 'PageUp', true, 1)).toBe('2025-11-15');
    expect(moveByKey('2026-11-15', 'PageDown', true, 1)).toBe('2027-11-15');
    expect(moveByKey('2026-11-15', 'Enter', false, 1)).toBeNull();
    expect(moveByKey('2026-11-15', 'a', false, 1)).toBeNull();
  });

  it('EVT-10 never leads before the earliest day', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowUp', 'Home', 'PageUp', 'ArrowRight', 'End', 'PageDown');
    fc.assert(
      fc.property(days, keys, fc.boolean(), weekStarts, (day, key, shift, weekStart) => {
        const target = moveByKey(day, key, shift, weekStart) ?? '';
        expect(target >= EARLIEST_DAY && target <= LATEST_DAY).toBe(true);
      }),
    );
    expect(moveByKey(EARLIEST_DAY, 'ArrowLeft', false, 1)).toBe(EARLIEST_DAY);
  });
});

describe('pages of the calendar', () => {
  it('turn by a month, or by a week where only one shows', () => {
    expect(turnPage('2026-11-15', 1, true)).toBe('2026-12-15');
    expect(turnPage('2026-11-15', -1, false)).toBe('2026-11-08');
  });

  it('EVT-10 end with 2022-08-01', () => {
    expect(pageEdges('2022-08-20', true, 1)).toEqual({ back: false, on: true });
    expect(pageEdges('2022-09-01', true, 1).back).toBe(true);
    expect(pageEdges('2022-08-03', false, 1).back).toBe(false);
    expect(pageEdges('2022-08-09', false, 1).back).toBe(true);
  });
});

describe('weekStartOf', () => {
  it.each([
    ['en', [], 7],
    ['en', ['bg-BG', 'en-GB'], 1],
    ['en', ['en-US'], 7],
    ['fr', ['fr-CA'], 7],
    ['fr', ['en-US'], 1],
    ['bg', [], 1],
  ])('UI-13 a week in %s with the languages %j begins with day %i', (locale, languages, day) => {
    expect(weekStartOf(locale, languages)).toBe(day);
  });
});
