import { currentTranslator } from '@touchline/i18n';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../session/session.ts';
import { makeBoot, makeEvent, makeHome, makeSchool } from '../testing/fixtures.ts';
import { makeProfile } from '../testing/people.ts';
import { makePass } from '../testing/shop.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { fitsBesideBrand } from './beside-brand.ts';
import { Footer } from './footer.tsx';
import { footerLinks } from './footer-links.ts';
import { Header } from './header.tsx';
import { initialsOf } from '../session/initials.ts';
import { useLiveCount } from './live-count.ts';
import { TabBar } from './tab-bar.tsx';

const { t } = currentTranslator();

const page = (id: number, url: string, name: string) => ({ id, url, name, alt_name: name });
const names = (links: readonly { readonly name: string }[]) => links.map(({ name }) => name);

const FAN = makeProfile({ email: 'fan@demo.test', first_name: 'Alex', last_name: 'Rivera' });

afterEach(() => {
  cleanup();
  useSession.getState().setUser(null);
  useLiveCount.setState({ count: null });
});

const link = (id: number, name: string, url: string, parent_id?: number) => ({
  id,
  name,
  url,
  place: 'header' as const,
  ...(parent_id !== undefined && { parent_id }),
});

describe('Header', () => {
  it('ROUTE-24 ROUTE-19 ROUTE-14 leads to the lists of games, the library and the moments', async () => {
    await renderInApp(<Header />);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    const links = main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Live', '/live'],
      ['Schedule', '/schedule'],
      ['On demand', '/vod'],
      ['Library', '/vod_library'],
      ['Moments', '/moments'],
    ]);
  });

  it('ROUTE-18 leads to the shop where something is sold', async () => {
    const boot = makeBoot();
    boot.bootstrap.packages = [makePass()];
    await renderInApp(<Header />, { boot });
    expect(screen.getByRole('link', { name: 'Passes' }).getAttribute('href')).toBe('/packages');
  });

  it('ROUTE-29 schools and teams have panels, and the channel’s own links stand beside them', async () => {
    const boot = makeBoot();
    boot.bootstrap.participant_groups = [makeSchool(1, 'Granite Bay')];
    boot.bootstrap.menu = {
      groups: [{ id: 1, name: 'Granite Bay', alias: 'granite-bay', images: [] }],
      participants: [],
      links: [
        { id: 1, name: 'Tickets', url: 'https://example.org/', place: 'header' },
        { id: 2, name: 'Gone', url: '/no-such-screen', place: 'header' },
      ],
    };
    await renderInApp(<Header />, { boot });
    expect(screen.getByRole('button', { name: 'Schools' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Teams' })).toBeNull();
    expect(document.querySelector('a[href="/?school=granite-bay"]')?.textContent).toContain('Granite Bay');
    expect(screen.getAllByRole('link', { name: 'Tickets' })).not.toEqual([]);
    expect(screen.queryByRole('link', { name: 'Gone' })).toBeNull();
  });

  it('CONT-02 links under a link of the channel stand in its panel, and those of one that leads nowhere at the top', async () => {
    const boot = makeBoot();
    boot.bootstrap.menu.links = [
      link(1, 'Club', '/about'),
      link(2, 'Board', '/faq', 1),
      link(3, 'Gone', '/no-such-screen'),
      link(4, 'Shop', 'https://example.org/', 3),
      link(5, 'Lost', '/no-such-screen', 1),
    ];
    await renderInApp(<Header />, { boot });
    expect(screen.getByRole('button', { name: 'Club' })).toBeTruthy();
    const panel = screen.getByRole('button', { name: 'Club' }).parentElement;
    const found = [...(panel?.querySelectorAll('a') ?? [])].map((one) => one.textContent);
    expect(found).toEqual(['Club', 'Board']);
    expect(screen.getAllByRole('link', { name: 'Shop', hidden: true })).not.toEqual([]);
    expect(screen.queryByRole('link', { name: 'Lost', hidden: true })).toBeNull();
  });

  it('NAV-05 the way to the login knows the way back', async () => {
    await renderInApp(<Header />);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('FAV-03 a member has an account with favourites, the tour and the way out', async () => {
    await renderInApp(<Header />);
    await act(async () => useSession.getState().setUser(FAN));
    expect(await screen.findByRole('button', { name: 'AR Account of fan@demo.test' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    for (const name of ['Your favourites', 'Show the tour again', 'Log out']) {
      expect(screen.getByRole('button', { name, hidden: true })).toBeTruthy();
    }
  });

  it('ROUTE-08 ROUTE-09 the account leads to the profile and to what can be changed about it', async () => {
    await renderInApp(<Header />);
    await act(async () => useSession.getState().setUser(FAN));
    const profile = await screen.findByRole('link', { name: 'Profile', hidden: true });
    expect(profile.getAttribute('href')).toBe('/profile');
    const edit = screen.getByRole('link', { name: 'Edit profile', hidden: true });
    expect(edit.getAttribute('href')).toBe('/profile/edit');
  });
});

describe('the mark of live games', () => {
  it('starts with what the page carries, and then follows the count', async () => {
    const boot = makeBoot();
    boot.home = makeHome({ live: [makeEvent({ stream_status: 'live' })] });
    await renderInApp(<TabBar />, { boot });
    expect(screen.getByRole('link', { name: /Live/ }).textContent).toContain('1 game is live');
    act(() => useLiveCount.getState().setCount(120));
    expect(screen.getByRole('link', { name: /Live/ }).textContent).toContain('99+');
    act(() => useLiveCount.getState().setCount(0));
    expect(screen.getByRole('link', { name: /Live/ }).textContent).toBe('Live');
  });
});

it('UI-19 the bar of tabs marks the screen that is open', async () => {
  await renderInApp(<TabBar />);
  const tabs = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
    ['Home', 'page'],
    ['Live', null],
    ['Schedule', null],
    ['On demand', null],
  ]);
});

describe('footer', () => {
  const { bootstrap } = makeBoot();

  it('ROUTE-10 ROUTE-12 ROUTE-25 leads to contacts, about and the legal pages of every channel', () => {
    const { links, legal } = footerLinks(bootstrap, t);
    expect(names(links)).toEqual(['About us', 'Contacts']);
    expect(names(legal)).toEqual(['Privacy policy', 'Terms and conditions']);
  });

  it('ROUTE-27 a page of the channel lends our address its name, others follow, each address once', () => {
    const pages = [
      page(1, '/about', 'Our story'),
      page(2, '/sponsors', 'Sponsors'),
      page(3, '/privacy_policy', 'Data'),
    ];
    const links = [
      { id: 1, name: 'Questions', url: '/faq', place: 'footer' as const },
      { id: 2, name: 'Partners', url: '/sponsors', place: 'footer' as const },
      { id: 3, name: 'Fans', url: 'https://example.org/', place: 'footer' as const },
    ];
    const found = footerLinks({ ...bootstrap, pages, menu: { ...bootstrap.menu, links } }, t);
    expect(names(found.links)).toEqual(['Our story', 'Contacts', 'Sponsors', 'Questions', 'Fans']);
    expect(names(found.legal)).toEqual(['Data', 'Terms and conditions']);
  });

  it('UI-15 shows the static blocks of its place', async () => {
    const boot = makeBoot();
    boot.bootstrap.settings.static_blocks = [{ id: 1, place: 'footer', content: '<p>Made with care</p>' }];
    await renderInApp(<Footer />, { boot });
    expect(screen.getByText('Made with care')).toBeTruthy();
  });
});

it('the channel’s own links stand in the header only where they fit', () => {
  expect(fitsBesideBrand([{ name: 'News' }, { name: 'About' }])).toBe(true);
  expect(fitsBesideBrand([{ name: 'A name that is much too long for a header' }])).toBe(false);
  expect(fitsBesideBrand(Array.from({ length: 8 }, () => ({ name: 'Link' })))).toBe(false);
});

it('a member goes by the letters of the names, or of the address', () => {
  expect(initialsOf({ first_name: 'alex', last_name: 'Rivera', email: 'x@y' })).toBe('AR');
  expect(initialsOf({ first_name: '', last_name: '', email: 'fan@demo.test' })).toBe('F');
});
