import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlayerPage } from '../../features/player/player-page.ts';
import { makeClip } from '../../testing/clips.ts';
import { makeEngine } from '../../testing/fake-player.ts';
import { makeEvent } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';

vi.mock('../../features/player/load-engine.ts', () => ({
  loadEngine: makeEngine({ start: 0, end: 12, live: false }).make,
}));
vi.mock('../../features/player/hls-engine.ts', () => ({}));

const GEO = { country: 'France', country_code: 'FR', ip: '127.0.0.1', is_geo_blocked: false };
/** The server as it is: without the right word there is no clip. */
const SHARED: Server = {
  'GET shared-clip/7': ({ url }: Request) =>
    new URL(url).searchParams.get('uuid') === 'word' ? makeClip({ is_mine: false, can_download: false }) : undefined,
};

let close = () => {};

// What is loaded on demand is no part of what is waited for.
beforeAll(() =>
  Promise.all([
    import('./watch-actions.tsx'),
    import('./event-clips.tsx'),
    import('./shared-clip.tsx'),
    import('./library-clip.tsx'),
    import('./embed-clip.tsx'),
    import('../watch.tsx'),
    import('../../features/player/player.tsx'),
  ]),
);
beforeEach(() => {
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  close();
  cleanup();
  vi.restoreAllMocks();
});

async function open(address: string, server: Server) {
  const app = await openApp(address, server);
  ({ close } = app);
  return app;
}

describe('a shared clip', () => {
  it('CLIP-05 ROUTE-23 plays for whoever has the link, and leads to the game', async () => {
    await open('/share/7/word', SHARED);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Buzzer beater');
    expect(await screen.findByRole('region', { name: 'Video player: Buzzer beater' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch the whole game' }).getAttribute('href')).toBe('/watch/1');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(document.title).toContain('Buzzer beater');
  });

  it.each(['/share/7/wrong', '/share/8/word'])('T5 CLIP-05 %s is nobody’s clip', async (address) => {
    await open(address, SHARED);
    expect(await screen.findByText('This clip is not here')).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Video player/ })).toBeNull();
  });

  it('CLIP-06 in a frame there is the clip and nothing else', async () => {
    await open('/embed/clip/7/word', SHARED);
    expect(await screen.findByRole('region', { name: 'Video player: Buzzer beater' })).toBeTruthy();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('T5 in a frame a wrong word says so', async () => {
    await open('/embed/clip/7/wrong', SHARED);
    expect(await screen.findByRole('heading', { name: 'This clip is not here' })).toBeTruthy();
  });

  it('ROUTE-22 one’s own clip has its page, with all that can be done', async () => {
    const clip = makeClip({ event: { ...makeClip().event, stream_status: 'live' } });
    await open('/watch_library/7', { ...SHARED, 'GET clip/7': () => clip });
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch it live' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Dunk' }).getAttribute('href')).toBe('/moments?tag=Dunk');
  });
});

const game = (features: readonly string[]) =>
  Object.assign(makeEvent({ stream_status: 'finished' }), {
    access: { features, pass: null, reason: 'free' },
    stream: { state: 'ended' },
  });
const visit = (features: readonly string[], server: Server = {}) =>
  open('/watch/1', { 'GET events/1': () => game(features), 'GET geo': () => GEO, ...server });

describe('clips on the page of a game', () => {
  it('PLAY-03 CLIP-01 without the capability the button says what opens it', async () => {
    await visit(['watch']);
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Clip' })));
    expect(screen.getByRole('heading', { name: 'Log in to cut clips' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See passes' }).getAttribute('href')).toBe('/packages?return=%2Fwatch%2F1');
    expect(document.querySelector('.clip-editor')).toBeNull();
  });

  it('CLIP-04 the player has the same button', async () => {
    await visit(['watch']);
    await screen.findByRole('button', { name: 'Clip' });
    act(() => usePlayerPage.getState().clip?.());
    expect(screen.getByRole('heading', { name: 'Log in to cut clips' })).toBeTruthy();
  });

  it('CLIP-04 with it the button waits until there is something to cut', async () => {
    await visit(['watch', 'clipping']);
    expect(await screen.findByRole('button', { name: 'Clip' })).toHaveProperty('disabled', true);
  });

  it('CLIP-03 shows what others have cut out of it', async () => {
    await visit(['watch'], { 'GET clips/event/1': () => [makeClip()] });
    expect(await screen.findByRole('heading', { name: 'Clips of this game' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buzzer beater' }).getAttribute('href')).toBe('/watch_library/7');
  });
});
