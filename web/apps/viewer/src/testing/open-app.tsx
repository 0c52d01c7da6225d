import type { Settings } from '@touchline/api';
import { connectTo } from '@touchline/api/testing';
import { act, render } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { onTestFinished } from 'vitest';
import type { RouterContext } from '../channel/router-context.ts';
import { guardOpenPage } from '../navigation/navigation-guard.ts';
import { queryClient } from '../queries/query-client.ts';
import { makeRouter } from '../app/router.tsx';
import { useSession } from '../session/session.ts';
import { FakeEventSource } from './fake-event-source.ts';
import { makeBoot } from './fixtures.ts';

/** Answers of a server by method and path. */
export type Server = Parameters<typeof connectTo>[0];

interface Channel {
  readonly boot?: RouterContext['boot'];
  /** How the channel lets people in. */
  readonly auth?: Partial<Settings['auth']>;
}

/**
 * Opens the whole app at an address as the member in the session, with a server of the test's answers and the rules
 * that hold for the open page; `close` ends the visit.
 */
export async function openApp(address: string, server: Server = {}, { boot = makeBoot(), auth = {} }: Channel = {}) {
  FakeEventSource.install();
  queryClient.clear();
  const { connection, calls } = connectTo(server);
  if (useSession.getState().user) connection.keys.adopt('member-key');
  Object.assign(boot.bootstrap.settings.auth, auth);
  const router = makeRouter({ connection, boot });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const leave = guardOpenPage(router);
  onTestFinished(leave);
  await router.load();
  const { unmount } = await act(async () => render(<RouterProvider router={router} />));
  return {
    router,
    connection,
    calls,
    close: () => {
      leave();
      unmount();
    },
  };
}
