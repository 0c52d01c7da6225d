import { loadContentMessages } from '@touchline/i18n';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Day } from '../../time/days.ts';
import { MonthCalendar } from './month-calendar.tsx';

beforeAll(loadContentMessages);

const chosen = vi.fn<(day: Day) => void>();

function Calendar({ selected, wide = true }: { readonly selected: Day; readonly wide?: boolean }) {
  const [cursor, setCursor] = useState(selected);
  return (
    <MonthCalendar
      cursor={cursor}
      selected={selected}
      today="2026-11-14"
      wide={wide}
      weekStart={7}
      days={[{ date: '2026-11-21', total: 4, live: 1 }]}
      onMove={setCursor}
      onSelect={chosen}
    />
  );
}

const month = () => screen.getByRole('heading').textContent;
const focused = () => document.activeElement?.getAttribute('data-day');
const cell = (day: Day) => document.querySelector<HTMLButtonElement>(`[data-day="${day}"]`);
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });

describe('MonthCalendar', () => {
  beforeEach(() => {
    chosen.mockClear();
  });
  afterEach(cleanup);

  it('UI-19 a single day is in the tab order, and keys lead from there', () => {
    render(<Calendar selected="2026-11-14" />);
    expect(document.querySelectorAll('td [tabindex="0"]')).toHaveLength(1);
    cell('2026-11-14')?.focus();
    press('ArrowDown');
    expect(focused()).toBe('2026-11-21');
    press('PageDown');
    expect([focused(), month()]).toEqual(['2026-12-21', 'December 2026']);
    press('Home');
    expect(focused()).toBe('2026-12-20');
    press('End');
    expect(focused()).toBe('2026-12-26');
    press('PageUp', true);
    expect([focused(), month()]).toEqual(['2025-12-26', 'December 2025']);
    press('x');
    expect(focused()).toBe('2025-12-26');
  });

  it('marks today and the chosen day, and says how many games a day has', () => {
    render(<Calendar selected="2026-11-20" />);
    expect(cell('2026-11-14')?.getAttribute('aria-current')).toBe('date');
    expect(cell('2026-11-20')?.closest('td')?.getAttribute('aria-selected')).toBe('true');
    expect(cell('2026-11-21')?.textContent).toContain('Saturday, November 21, 2026, 4 games');
    expect(cell('2026-11-22')?.textContent).toContain('Sunday, November 22, 2026, 0 games');
    cell('2026-11-21')?.click();
    expect(chosen).toHaveBeenCalledWith('2026-11-21');
  });

  it('EVT-10 days before 2022-08-01 cannot be had', () => {
    render(<Calendar selected="2022-08-01" />);
    expect(cell('2022-07-31')?.disabled).toBe(true);
    expect(screen.getByTitle<HTMLButtonElement>('Previous month').disabled).toBe(true);
    cell('2022-08-01')?.focus();
    press('ArrowLeft');
    expect(focused()).toBe('2022-08-01');
  });

  it('UI-19 shows one week on a phone, and the month when asked', () => {
    render(<Calendar selected="2026-11-14" wide={false} />);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
    fireEvent.click(screen.getByTitle('Next week'));
    expect(cell('2026-11-21')?.tabIndex).toBe(0);
    fireEvent.click(screen.getByText('Whole month'));
    expect(document.querySelectorAll('tbody tr')).toHaveLength(6);
  });
});
