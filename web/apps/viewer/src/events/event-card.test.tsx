import type { Event } from '@touchline/api';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeEvent, makeTeam } from '../testing/fixtures.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { EventCard } from './event-card.tsx';

const viewerIn = (timeZone: string) => vi.stubEnv('TZ', timeZone);
const show = async (change: Partial<Event>) => {
  await renderInApp(<EventCard event={makeEvent(change)} sport="Basketball" />);
  return screen.getByRole('article');
};

describe('EventCard', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllEnvs();
  });

  it('UI-07 shows state, access type and the short names, away @ home', async () => {
    const card = await show({ access_type: 'paid', has_access: false });
    expect(card.textContent).toContain('Upcoming');
    expect(card.textContent).toContain('Pass needed');
    expect(card.textContent).toContain('GRA@IRO');
  });

  it('UI-07 shows the date in the zone of the event with its abbreviation, and in that of the viewer', async () => {
    viewerIn('Europe/Sofia');
    const card = await show({});
    expect(card.textContent).toContain('Basketball·Nov 14, 2026, 19:05 ET');
    expect(card.textContent).toContain('Nov 15, 2026, 02:05 your time');
  });

  it('UI-07 shows one date where both clocks agree', async () => {
    viewerIn('America/Toronto');
    const card = await show({});
    expect(card.textContent).not.toContain('your time');
  });

  it('shows the clock of an upcoming game, the duration and score of a finished one', async () => {
    const upcoming = await show({ duration: 6728, score: [3, 2] });
    expect(within(upcoming).getByText('19:05 ET')).toBeTruthy();
    expect(upcoming.textContent).not.toContain('3–2');
    cleanup();
    const finished = await show({ stream_status: 'finished', duration: 6728, score: [72, 68] });
    expect(finished.textContent).toContain('1:52:08');
    expect(finished.textContent).toContain('72–68');
  });

  it('is one link, to the game', async () => {
    const card = await show({ id: 42 });
    const links = within(card).getAllByRole('link');
    expect(links).toHaveLength(1);
    expect(links[0]?.getAttribute('href')).toBe('/watch/42');
    expect(links[0]?.getAttribute('title')).toBe('Granite Bay @ Ironwood');
  });

  it('names a meet by its own name', async () => {
    const card = await show({ name: 'County meet', participants: [1, 2, 3].map((id) => makeTeam(id, `Team ${id}`)) });
    expect(within(card).getByRole('link').textContent).toBe('County meet');
  });
});
