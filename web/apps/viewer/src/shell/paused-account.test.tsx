import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useSession } from '../session/session.ts';
import { makeBoot } from '../testing/fixtures.ts';
import { openApp } from '../testing/open-app.tsx';
import { makeProfile } from '../testing/people.ts';

let close = () => {};

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
});

async function openPaused(address: string) {
  const boot = makeBoot();
  boot.bootstrap.settings.is_paused = true;
  const user = makeProfile();
  useSession.getState().setUser(user);
  const app = await openApp(address, { 'GET profile': () => user, 'GET orders': () => [] }, { boot });
  ({ close } = app);
  return app;
}

it('OPS-02 the account of a paused channel says so and leads nowhere else', async () => {
  const { calls } = await openPaused('/profile');
  expect(await screen.findByText(/Northline is paused: nothing is shown or sold/)).toBeTruthy();
  for (const name of ['Main', 'Quick links']) expect(screen.queryByRole('navigation', { name })).toBeNull();
  for (const name of ['Search', 'Menu']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Clips' })).toBeNull();
  expect(screen.queryByRole('link', { name: /passes/i })).toBeNull();
  const open = new Set(['GET profile', 'GET orders', 'GET favorites']);
  expect(calls.filter((call) => !open.has(call))).toEqual([]);
});
