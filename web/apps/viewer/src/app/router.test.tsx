import { afterEach, describe, expect, it } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { makeProfile } from '../testing/people.ts';
import { makeConnection } from '../testing/render-in-app.tsx';
import { findPage } from '../navigation/find-page.ts';
import { linkTarget } from '../navigation/link-target.ts';
import { profileSearch } from '../features/profile/profile-search.ts';
import { makeRouter } from './router.tsx';
import { useSession } from '../session/session.ts';

/** Opens an address as a cold load does, and tells where the router ends up. */
async function open(path: string, pages = ['/sponsors/our-partners']) {
  history.replaceState(null, '', path);
  const boot = makeBoot();
  boot.bootstrap.pages = pages.map((url, index) => ({ id: index + 1, url, alt_name: `page-${index}`, name: url }));
  const router = makeRouter({ connection: makeConnection(), boot });
  await router.load();
  const { pathname } = router.state.location;
  const match = router.state.matches.at(-1);
  const address: unknown = match && 'address' in match.context ? match.context.address : undefined;
  const page = typeof address === 'string' ? findPage(boot.bootstrap.pages, address) : undefined;
  return { pathname, search: match?.search, route: match?.routeId, page };
}

afterEach(() => useSession.getState().setUser(null));

describe('routes on a cold load', () => {
  it.each([
    ['ROUTE-01', '/', '/'],
    ['ROUTE-02', '/login', '/login'],
    ['ROUTE-03', '/registration', '/registration'],
    ['ROUTE-10', '/contacts', '/contacts'],
    ['ROUTE-11', '/faq', '/faq'],
    ['ROUTE-12', '/about', '/about'],
    ['ROUTE-14', '/moments', '/moments'],
    ['ROUTE-18', '/packages', '/packages'],
    ['ROUTE-19', '/vod_library', '/vod_library'],
    ['ROUTE-20', '/watch/12', '/watch/$id'],
    ['ROUTE-22', '/watch_library/7', '/watch_library/$id'],
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

  it.each([
    ['ROUTE-08', '/profile', '/profile'],
    ['ROUTE-09', '/profile/edit', '/profile/edit'],
    ['AUTH-05', '/activate', '/activate'],
  ])('%s %s opens for members, and operators can link to it', async (_row, address, route) => {
    useSession.getState().setUser(makeProfile());
    expect(await open(address)).toMatchObject({ pathname: address, route });
    expect(linkTarget(address, [])).toEqual({ href: address, external: false });
  });

  it.each([
    ['ROUTE-04', '/verify-notice'],
    ['ROUTE-05', '/verify-email?email=fan%40channel.test&expires=1&signature=ab'],
    ['ROUTE-06', '/password-reset-request'],
    ['ROUTE-07', '/password-reset?email=fan%40channel.test&expires=1&signature=ab'],
  ])('%s %s opens its screen', async (_row, address) => {
    expect(await open(address)).toMatchObject({ route: address.split('?')[0] });
  });

  it.each([
    ['ROUTE-23', '/share/7/0b9f-1c', '/share/$id/$uuid'],
    ['CLIP-06', '/embed/clip/7/0b9f-1c', '/embed/clip/$id/$uuid'],
    ['ROUTE-23', '/share/seven/0b9f-1c', '/404'],
    ['ROUTE-22', '/watch_library/seven', '/404'],
  ])('%s %s opens %s', async (_row, address, route) => {
    expect(await open(address)).toMatchObject({ route });
  });

  it('ROUTE-15 the link of a mail opens the last question before an account is deleted', async () => {
    const address = '/confirm-account-deletion?email=fan%40channel.test&expires=1&signature=ab';
    expect(await open(address)).toMatchObject({ route: '/confirm-account-deletion' });
  });

  it('ROUTE-08 the profile reads which of its lists is open', async () => {
    useSession.getState().setUser(makeProfile());
    expect((await open('/profile?tab=clips')).search).toEqual({ tab: 'clips' });
    expect((await open('/profile?orders=all')).search).toEqual({ orders: 'all' });
    expect(profileSearch({ tab: 'nonsense', orders: 1 })).toEqual({});
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
