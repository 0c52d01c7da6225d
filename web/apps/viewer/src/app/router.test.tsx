import { describe, expect, it } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { makeConnection } from '../testing/render-in-app.tsx';
import { makeRouter } from './router.tsx';

/** Opens an address as a cold load does, and tells where the router ends up. */
async function open(address: string) {
  history.replaceState(null, '', address);
  const boot = makeBoot();
  boot.bootstrap.pages = [
    { id: 1, url: '/about', alt_name: 'about', name: 'About us' },
    { id: 2, url: '/sponsors/our-partners', alt_name: 'partners', name: 'Partners' },
  ];
  const router = makeRouter({ connection: makeConnection(), boot });
  await router.load();
  const { pathname, search } = router.state.location;
  return { pathname, search, route: router.state.matches.at(-1)?.routeId };
}

describe('routes on a cold load', () => {
  it('ROUTE-01 home keeps its school and team, and nothing else', async () => {
    expect(await open('/?school=granite-bay&x=1')).toMatchObject({ route: '/', search: { school: 'granite-bay' } });
  });

  it('ROUTE-20 a numeric id opens the game', async () => {
    expect(await open('/watch/12')).toMatchObject({ pathname: '/watch/12', route: '/watch/$id' });
  });

  it.each(['/watch/abc', '/watch/1x', '/nowhere', '/watch', '/about/us'])(
    'ROUTE-26 %s redirects to /404',
    async (address) => {
      expect(await open(address)).toMatchObject({ pathname: '/404', route: '/404' });
    },
  );

  it('ROUTE-11 the FAQ has an address', async () => {
    expect(await open('/faq')).toMatchObject({ route: '/faq' });
  });

  it.each(['/about', '/about/', '/sponsors/our-partners'])(
    'BOOT-14 ROUTE-27 the channel page %s opens by its own path',
    async (address) => {
      expect(await open(address)).toMatchObject({ route: '/$' });
    },
  );
});
