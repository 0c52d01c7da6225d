import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { WatchScreen } from './watch-screen.tsx';

const GEO = { country: 'France', country_code: 'FR', ip: '127.0.0.1', is_geo_blocked: false };
const PAID = makeEvent({ id: 3, access_type: 'paid', has_access: false, stream_status: 'live' });

const open = (event: typeof PAID) =>
  openScreen({
    path: '/watch/$id',
    address: '/watch/3',
    screen: WatchScreen,
    server: { 'events/3': () => event, geo: () => GEO },
  });

describe('watch', () => {
  afterEach(cleanup);

  it('UI-14 GEO-02 a game that may not be shown here says so, and offers no pass', async () => {
    await open({ ...PAID, is_geo_blocked: true });
    expect(await screen.findByText(/This is not available in your country \(France\)/)).toBeTruthy();
    expect(screen.getAllByText('Not available in your region')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'See passes' })).toBeNull();
    expect(screen.queryByText(/You need a pass/)).toBeNull();
  });

  it('GEO-02 a game without a region block asks for its pass as usual', async () => {
    await open(PAID);
    expect((await screen.findAllByText(/You need a pass/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Not available in your region')).toBeNull();
  });

  it('PLAY-03 a viewer without a pass is led to the passes, and from the login back to the game', async () => {
    await open(PAID);
    const passes = await screen.findByRole('link', { name: 'See passes' });
    expect(passes.getAttribute('href')).toBe('/packages?return=%2Fwatch%2F3');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?return=%2Fwatch%2F3');
  });

  it('PLAY-03 a viewer without an account can create one', async () => {
    await open({ ...PAID, access_type: 'register' });
    const register = await screen.findByRole('link', { name: 'Create a free account' });
    expect(register.getAttribute('href')).toBe('/registration?return=%2Fwatch%2F3');
  });

  it('PLAY-01 a game that is over and was not recorded says so', async () => {
    await open({ ...PAID, access_type: 'free', has_access: true, stream_status: 'finished' });
    expect(await screen.findByText('There is no recording of this game.')).toBeTruthy();
  });

  it('EVT-04 a game whose recording is being made ready says so', async () => {
    const stream = { state: 'processing' };
    const over = { ...PAID, access_type: 'free' as const, has_access: true, stream_status: 'finished' as const };
    await open(Object.assign(over, { stream }));
    expect(await screen.findByText('The recording is being prepared and will be here soon.')).toBeTruthy();
    expect(screen.queryByText('There is no recording of this game.')).toBeNull();
  });

  it('PLAY-01 a live game plays', async () => {
    const stream = { state: 'on_air' };
    await open(Object.assign({ ...PAID, access_type: 'free' as const, has_access: true }, { stream }));
    expect(await screen.findByRole('region', { name: 'Video player: Granite Bay @ Ironwood' })).toBeTruthy();
  });
});
