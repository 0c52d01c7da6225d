import type { ShopPass } from '@touchline/api';
import { makeEngine } from '@touchline/player/testing/fake-player.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { useCurrentPlayer } from '../../playback/current-player.ts';
import { makeClip } from '../../testing/clips.ts';
import { makeBoot, makeEvent } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makePass } from '../../testing/shop.ts';

vi.mock('@touchline/player/load-engine', () => ({
  loadEngine: makeEngine({ start: 0, end: 12, live: false }).make,
  loadHls: async () => ({}),
}));

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
    import('../watch/watch-actions.tsx'),
    import('./event-clips.tsx'),
    import('./shared-clip-screen.tsx'),
    import('./library-clip-screen.tsx'),
    import('./embed-clip-screen.tsx'),
    import('./games-with-clips.tsx'),
    import('../watch/watch-screen.tsx'),
    import('../../playback/page-player.tsx'),
  ]),
);
beforeEach(() => {
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
  vi.restoreAllMocks();
});

type Opening = NonNullable<Parameters<typeof openApp>[2]>;

async function open(address: string, server: Server, change: Opening = {}) {
  const app = await openApp(address, server, change);
  ({ close } = app);
  return app;
}

describe('a shared clip', () => {
  it('CLIP-05 ROUTE-23 plays for a visitor with the link, and leads to the game', async () => {
    await open('/share/7/word', SHARED);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Buzzer beater');
    expect(await screen.findByRole('region', { name: 'Video player: Buzzer beater' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch the full game' }).getAttribute('href')).toBe('/watch/1');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(document.title).toBe('Buzzer beater – Share – Northline');
  });

  it.each(['/share/7/wrong', '/share/8/word'])('T5 CLIP-05 %s finds no clip', async (address) => {
    await open(address, SHARED);
    expect(await screen.findByText('Clip not found')).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Video player/ })).toBeNull();
  });

  it('CLIP-06 an embedded page shows the clip and nothing else', async () => {
    await open('/embed/clip/7/word', SHARED);
    expect(await screen.findByRole('region', { name: 'Video player: Buzzer beater' })).toBeTruthy();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('T5 a wrong word in an embedded address says so', async () => {
    await open('/embed/clip/7/wrong', SHARED);
    expect(await screen.findByRole('heading', { name: 'Clip not found' })).toBeTruthy();
  });

  it.each([
    ['access', 'This clip is for people with access to the game'],
    ['region', 'This game is not available in your region.'],
  ] as const)('T54 GEO-02 a clip that is locked by %s says so, and leads to the game', async (locked, words) => {
    const clip = makeClip({ is_mine: false, can_download: false, audience: 'access', locked, play: null });
    await open('/share/7/word', { 'GET shared-clip/7': () => clip });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Video player/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Watch the full game' }).getAttribute('href')).toBe('/watch/1');
  });

  it('T54 CLIP-06 a frame says what a clip asks for', async () => {
    const clip = makeClip({ is_mine: false, audience: 'access', locked: 'access', play: null });
    await open('/embed/clip/7/word', { 'GET shared-clip/7': () => clip });
    expect(await screen.findByText('This clip is for people with access to the game')).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Video player/ })).toBeNull();
  });

  it('T54 a viewer with access reads who else sees the clip, and gets no embed code', async () => {
    await open('/watch_library/7', { 'GET clip/7': () => makeClip({ audience: 'access' }) });
    expect(await screen.findByText('Only people with access to the game can watch this clip.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByLabelText('Link')).toBeTruthy();
    expect(screen.queryByLabelText('Embed code')).toBeNull();
  });

  it('T54 the maker of a clip of a refunded pass can delete it, and not share it', async () => {
    const clip = makeClip({ audience: 'maker', locked: 'access', play: null, can_download: false });
    await open('/watch_library/7', { 'GET clip/7': () => clip });
    expect(await screen.findByText(/Only you can see this clip/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it('EVT-07 leads on to other games that have clips', async () => {
    const games = [makeEvent({ id: 1 }), makeEvent({ id: 2 })];
    await open('/share/7/word', { ...SHARED, 'GET events/with_clip': () => games });
    const rail = await screen.findByRole('region', { name: 'Games with moments' });
    const hrefs = [...rail.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/watch/2']);
  });

  it('ROUTE-22 a clip’s maker has a page for it, with all actions', async () => {
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
const visit = (features: readonly string[], server: Server = {}, change: Opening = {}) =>
  open('/watch/1', { 'GET events/1': () => game(features), 'GET geo': () => GEO, ...server }, change);

describe('clips on the page of a game', () => {
  it('PLAY-03 CLIP-01 the button of a member without clipping says what opens it', async () => {
    await visit(['watch']);
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Clip' })));
    expect(screen.getByRole('heading', { name: 'Log in to cut clips' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See passes' }).getAttribute('href')).toBe('/packages?return=%2Fwatch%2F1');
    expect(document.querySelector('.clip-editor')).toBeNull();
  });

  it('PLAY-03 CLIP-01 the passes that bring it are named, those first that open the game', async () => {
    const clips = { features: ['watch', 'clipping'] as ShopPass['features'] };
    const boot = makeBoot();
    boot.bootstrap.packages = [
      makePass({ id: 1, name: 'Soccer', event_categories: [2], price: '34.99', ...clips }),
      makePass({ id: 2, name: 'All sports', event_categories: [1, 2], weight: 2, ...clips }),
      makePass({ id: 3, name: 'Games alone' }),
    ];
    boot.bootstrap.subscriptions = [makePass({ id: 4, name: 'Monthly', period: 'monthly', price: '9.99', ...clips })];
    const event = Object.assign(game(['watch']), { access_type: 'paid' });
    useSession.getState().setUser(makeProfile());
    await visit(['watch'], { 'GET events/1': () => event }, { boot });
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Clip' })));
    const list = screen.getByRole('list', { name: 'Passes with clipping' });
    const lines = [...list.children].map((line) => line.textContent);
    expect(lines).toEqual([
      'MonthlyUSD $9.99 / month · Includes this game tooGet',
      'All sportsUSD $84.99 / year · Includes this game tooGet',
      'SoccerUSD $34.99 / yearGet',
    ]);
    const ways = [...list.querySelectorAll('a')].map((link) => [
      link.getAttribute('aria-label'),
      link.getAttribute('href'),
    ]);
    expect(ways).toEqual([
      ['Get Monthly', '/buy?subscription_id=4&event_id=1'],
      ['Get All sports', '/select-package/2?event_id=1'],
      ['Get Soccer', '/buy?package_id=1&event_id=1'],
    ]);
  });

  it('PLAY-03 CLIP-01 a game that is sold by itself is offered with its own pass', async () => {
    const boot = makeBoot();
    boot.bootstrap.packages = [
      makePass({ id: 6, name: 'Single game', offer: 'game', features: ['watch', 'clipping'] }),
    ];
    const event = Object.assign(game(['watch']), { access_type: 'ppv', single_event_package_id: 6 });
    await visit(['watch'], { 'GET events/1': () => event }, { boot });
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Clip' })));
    expect(screen.getByText('USD $84.99 · For this game')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Get Single game' });
    expect(link.getAttribute('href')).toBe('/buy?type=event&single_event_package_id=6&event_id=1');
  });

  it('PLAY-03 CLIP-01 says so where no pass brings it', async () => {
    const boot = makeBoot();
    boot.bootstrap.packages = [makePass({ name: 'Games alone' })];
    await visit(['watch'], {}, { boot });
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Clip' })));
    expect(screen.getByText('None of the channel’s passes includes clipping at the moment.')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Passes with clipping' })).toBeNull();
  });

  it('CLIP-04 the player has the same button', async () => {
    await visit(['watch']);
    await screen.findByRole('button', { name: 'Clip' });
    act(() => useCurrentPlayer.getState().clip?.());
    expect(screen.getByRole('heading', { name: 'Log in to cut clips' })).toBeTruthy();
  });

  it('CLIP-04 the button of a member with clipping stays disabled until there is something to cut', async () => {
    await visit(['watch', 'clipping']);
    expect(await screen.findByRole('button', { name: 'Clip' })).toHaveProperty('disabled', true);
  });

  it('CLIP-03 shows what others have cut out of it', async () => {
    await visit(['watch'], { 'GET clips/event/1': () => [makeClip()] });
    expect(await screen.findByRole('heading', { name: 'Clips of this game' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buzzer beater' }).getAttribute('href')).toBe('/watch_library/7');
  });
});
