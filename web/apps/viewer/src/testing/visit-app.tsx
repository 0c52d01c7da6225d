import { act, render } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { RouterContext } from '../app/context.ts';
import { guardOpenPage } from '../app/navigation-guard.ts';
import { queryClient } from '../app/query-client.ts';
import { makeRouter } from '../app/router.tsx';
import { useSession } from '../app/session.ts';
import { makeBoot } from './fixtures.ts';
import { connectTo } from './people.ts';

interface Visit {
  readonly server?: Parameters<typeof connectTo>[0];
  readonly boot?: RouterContext['boot'];
}

/** Opens the app as whoever is in the session, with the rules that hold for the open page; `close` ends the visit. */
export async function visitApp(address: string, { server = {}, boot = makeBoot() }: Visit = {}) {
  queryClient.clear();
  const { connection, calls } = connectTo(server);
  if (useSession.getState().user) connection.keys.adopt('member-key');
  const router = makeRouter({ connection, boot });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const leave = guardOpenPage(router);
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
