import type { Boot } from '@touchline/api';
import { act, render } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { makeRouter } from '../app/router.tsx';
import { FakeEventSource } from './fake-event-source.ts';
import { makeBoot } from './fixtures.ts';
import { connectTo } from './people.ts';

/** Answers of a server by method and path. */
export type Server = Parameters<typeof connectTo>[0];

/** How the channel lets people in. */
interface AuthSettings {
  readonly social?: readonly string[];
  readonly registration_by_mail?: boolean;
}

/** Opens the whole app at an address, with a server that knows just what the test says. */
export async function openApp(address: string, server: Server = {}, auth: AuthSettings = {}) {
  FakeEventSource.install();
  const { connection, calls } = connectTo(server);
  const boot: Boot = makeBoot();
  Object.assign(boot.bootstrap.settings, { auth: { social: [], registration_by_mail: false, ...auth } });
  const router = makeRouter({ connection, boot });
  const history = createMemoryHistory({ initialEntries: [address] });
  router.update({ ...router.options, history });
  await router.load();
  await act(async () => render(<RouterProvider router={router} />));
  return { router, calls, connection };
}
