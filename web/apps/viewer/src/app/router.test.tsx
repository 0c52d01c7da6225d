import { afterEach, describe, expect, it } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { makeConnection } from '../testing/render-in-app.tsx';
import { linkTarget } from './link-target.ts';
import { makeRouter } from './router.tsx';
import { useSession } from './session.ts';

/** Opens an address as a cold load does, and tells where the router ends up. */
async function open(address: string, pages = ['/sponsors/our-partners']) {
  history.replaceState(null, '', address);
  const boot = makeBoot();
  boot.bootstrap.pages = pages.map((url, index) => ({ id: index + 1, url, alt_name: `page-${index}`, name: url }));
  const router = makeRouter({ connection: makeConnection(), boot });
  await router.load();
  const { pathname } = router.state.location;
  const match = router.state.matches.at(-1);
  const page: unknown = match && 'page' in match.context ? match.context.page : undefined;
  return { pathname, search: match?.search, route: match?.routeId, page };
}

afterEach(() => useSession.getState().setUser(null));

describe('routes on a cold load', () => {
  it.each([
    ['ROUTE-01', '/', '/'],
    ['ROUTE-02', '/login', '/login'],
    ['ROUTE-10', '/contacts', '/contacts'],
    ['ROUTE-11', '/faq', '/faq'],
    ['ROUTE-12', '/about', '/about'],
    ['ROUTE-19', '/vod_library', '/vod_library'],
    ['ROUTE-20', '/watch/12', '/watch/$id'],
    ['ROUTE-24', '/upcoming', '/upcoming'],
    ['ROUTE-24', '/live', '/live'],
    ['ROUTE-24', '/vod', '/vod'],
    ['ROUTE-24', '/schedule', '/schedule'],
    ['ROUTE-25', '/privacy_policy', '/privacy_policy'],
    ['ROUTE-25', '/terms_conditions', '/terms_conditions'],
    ['ROUTE-28', '/vod_library/7', '/vod_library/$id'],
  ])('%s %s opens its screen, and operators can link to it', async (_row, address, route) => {
    expect(await open(address)).toMatchObject({ pathname: address, route });
    expect(linkTarget(address, [])).toEqual({ href: address, external: false });
  });

  it('ROUTE-01 home reads what it is narrowed to, under our names and those of the specification', async () => {
    expect((await open('/?school=granite-bay&x=1')).search).toMatchObject({ school: 'granite-bay' });
    expect((await open('/?group=granite-bay')).search).toMatchObject({ school: 'granite-bay' });
    expect((await open('/?participant=bears')).search).toMatchObject({ team: 'bears' });
    expect((await open('/?category_id=3')).search).toMatchObject({ sport: '3' });
  });

  it.each(['/404', '/watch/abc', '/watch/1x', '/nowhere', '/watch', '/about/us', '/vod_library/x', '/live/1'])(
    'ROUTE-26 %s ends at /404, and no operator links there',
    async (address) => {
      expect(await open(address)).toMatchObject({ pathname: '/404', route: '/404' });
      expect(linkTarget(address, [])).toBeNull();
    },
  );

  it.each(['/sponsors/our-partners', '/sponsors/our-partners/'])(
    'BOOT-14 ROUTE-27 the channel page %s opens by its own path',
    async (address) => {
      expect(await open(address)).toMatchObject({ route: '/$', page: { name: '/sponsors/our-partners' } });
    },
  );

  it.each(['/about', '/privacy_policy', '/terms_conditions'])(
    'ROUTE-27 a page that the channel wrote for %s wins over the built-in screen',
    async (address) => {
      expect((await open(address, [address])).page).toMatchObject({ url: address });
      expect((await open(address, [])).page).toBeUndefined();
    },
  );
});
