import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { SimulateScreen } from './simulate-screen.tsx';

const GAME = Object.assign(makeEvent({ id: 3, stream_status: 'finished', score: [72, 68], duration: 5400 }), {
  stream: { state: 'ended' as const },
});

const open = (query: string, event: typeof GAME = GAME) =>
  openScreen({
    path: '/simulate',
    address: `/simulate${query}`,
    screen: SimulateScreen,
    server: { 'events/3': () => event, geo: () => ({ country_code: 'FR', is_geo_blocked: false }) },
  });

describe('simulate', () => {
  afterEach(cleanup);

  it('ROUTE-13 plays a finished game and gives away neither its score, its length nor its end', async () => {
    await open('?event_id=3&start=60');
    expect(await screen.findByRole('region', { name: 'Video player: Granite Bay @ Ironwood' })).toBeTruthy();
    const text = document.body.textContent;
    for (const secret of ['72', '68', '1:30:00', 'Final']) expect(text).not.toContain(secret);
  });

  it('ROUTE-13 offers finished games to choose from, without their scores', async () => {
    await openScreen({
      path: '/simulate',
      address: '/simulate',
      screen: SimulateScreen,
      server: { events: () => [GAME], geo: () => ({ country_code: 'FR', is_geo_blocked: false }) },
    });
    const link = await screen.findByRole('link', { name: /^Granite Bay @ Ironwood/ });
    expect(link.getAttribute('href')).toBe('/simulate?event_id=3');
    expect(document.body.textContent).not.toMatch(/72|68/);
  });

  it('ROUTE-13 keeps the moment when it began in its address', async () => {
    const { router } = await open('?event_id=3');
    await screen.findByRole('region', { name: /Video player/ });
    const { start } = router.state.location.search as { start?: number };
    expect(Math.abs(Number(start) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('ROUTE-13 counts down to a start that is still to come', async () => {
    await open(`?event_id=3&start=${Math.floor(Date.now() / 1000) + 3600}`);
    expect(await screen.findByRole('timer')).toBeTruthy();
    expect(document.body.textContent).not.toContain('72');
  });

  it('ROUTE-13 is over when all of it has gone out', async () => {
    await open('?event_id=3&start=6000');
    expect(await screen.findByText('This broadcast has ended.')).toBeTruthy();
  });

  it('ROUTE-13 a game that is not over cannot be simulated', async () => {
    await open('?event_id=3', { ...GAME, stream_status: 'live', score: null, duration: null });
    expect(await screen.findByText(/Only games that are over/)).toBeTruthy();
  });

  it.each(['?event_id=x', '?event_id=-1', '?event_id=0'])(
    'ROUTE-13 an address with no game leads to 404: %s',
    async (query) => {
      const { router } = await open(query);
      expect(router.state.location.pathname).toBe('/404');
    },
  );
});
