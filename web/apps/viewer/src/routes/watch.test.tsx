import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/fixtures.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { WatchScreen } from './watch.tsx';

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

  it('UI-14 GEO-02 a game that may not be shown here says so, and asks nobody to buy', async () => {
    await open({ ...PAID, is_geo_blocked: true });
    expect(await screen.findByText(/We may not show this in your country \(France\)/)).toBeTruthy();
    expect(screen.getAllByText('Not available in your region')).toHaveLength(2);
    expect(screen.queryByText(/You need a pass/)).toBeNull();
  });

  it('GEO-02 other games of the channel are not held up', async () => {
    await open(PAID);
    expect((await screen.findAllByText(/You need a pass/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Not available in your region')).toBeNull();
  });
});
