import { connectTo } from '@touchline/api/testing';
import { loadClipMessages } from '@touchline/i18n';
import { MEDIA } from '@touchline/player';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useClippingTour } from './use-clipping-tour.ts';

function Tour() {
  return (
    <button type="button" onClick={useClippingTour()}>
      Show
    </button>
  );
}

const elsewhere = { media: [{ id: 1, type: MEDIA.embedded, url: 'https://video.test/1' }] };
const here = { stream: { state: 'ended' } };

async function show(games: readonly object[]) {
  const finished = games.map((game, index) =>
    Object.assign(makeEvent(), { id: index + 1, has_access: true, stream_status: 'finished' }, game),
  );
  const own = finished.map((game) => [`GET events/${game.id}`, () => game] as const);
  const { connection } = connectTo({
    'GET events': () => Response.json({ data: finished, meta: { total: finished.length } }),
    ...Object.fromEntries(own),
  });
  const { router } = await renderInApp(<Tour />, { connection });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show' })));
  return router;
}

describe('the tour of clipping', () => {
  beforeEach(() => loadClipMessages());
  afterEach(cleanup);

  it('UI-04 leads to the latest game that has the scissors', async () => {
    const router = await show([{ has_access: false, ...here }, elsewhere, here, here]);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/watch/3'));
  });

  it('UI-04 leads to the library where no game has them', async () => {
    const router = await show([elsewhere]);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/vod'));
  });
});
