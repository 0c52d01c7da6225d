import { loadContentMessages } from '@touchline/i18n';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceBoot } from '../channel/replace-boot.ts';
import { queryClient } from '../queries/query-client.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { makeBoot } from '../testing/fixtures.ts';
import { makeConnection } from '../testing/render-in-app.tsx';
import { makeRouter } from './router.tsx';

const CLUB = { id: 1, url: '/our-club', alt_name: 'club', name: 'Our club' };
const ABOUT = { id: 2, url: '/about', alt_name: 'about', name: 'Who we are' };

const bootWith = (pages: readonly (typeof CLUB)[]) => {
  const boot = makeBoot();
  boot.bootstrap.pages = [...pages];
  return boot;
};

async function open(address: string, pages: readonly (typeof CLUB)[]) {
  history.replaceState(null, '', address);
  for (const page of [CLUB, ABOUT])
    queryClient.setQueryData(['page', page.alt_name], { ...page, content: '<p>Text</p>' });
  const router = makeRouter({ connection: makeConnection(), boot: bootWith(pages) });
  await router.load();
  await act(async () => render(<RouterProvider router={router} />));
  const replacePages = (next: readonly (typeof CLUB)[]) => act(async () => replaceBoot(router, bootWith(next)));
  return { router, replacePages };
}

describe('pages of the channel that change while one is open', () => {
  beforeEach(async () => {
    FakeEventSource.install();
    await loadContentMessages();
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
  });

  it('OPS-02 ROUTE-27 an open page takes its new name', async () => {
    const { replacePages } = await open('/our-club', [CLUB]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Our club' })).toBeTruthy();
    await replacePages([{ ...CLUB, name: 'The club' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'The club' })).toBeTruthy();
  });

  it('OPS-02 ROUTE-26 an open page that is removed leads where its address leads now', async () => {
    const { router, replacePages } = await open('/our-club', [CLUB, ABOUT]);
    await screen.findByRole('heading', { level: 1, name: 'Our club' });
    await replacePages([ABOUT]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Game not found' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/404');
  });

  it('OPS-02 ROUTE-27 a new page opens by its address, and takes the place of the built-in screen', async () => {
    const { router, replacePages } = await open('/about', []);
    expect(await screen.findByRole('heading', { level: 1, name: 'Northline' })).toBeTruthy();
    await replacePages([ABOUT, CLUB]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Who we are' })).toBeTruthy();
    await act(() => router.navigate({ href: '/our-club' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Our club' })).toBeTruthy();
    await replacePages([CLUB]);
    await act(() => router.navigate({ href: '/about' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Northline' })).toBeTruthy();
  });
});
