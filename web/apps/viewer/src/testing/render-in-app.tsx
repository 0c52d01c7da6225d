import { type Connection, createConnection, createStored } from '@touchline/api';
import { act, render } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RouterContext } from '../channel/router-context.ts';
import { makeBoot } from './fixtures.ts';

/** A connection whose memory is the test's own and that reaches no server. */
export function makeConnection(): Connection {
  return createConnection({
    apiOrigin: 'http://channel.test',
    fetch: () => Promise.reject(new Error('no server in this test')),
    stored: createStored(() => localStorage),
  });
}

/** Renders a part of the app with a router around it, as parts that link or read the channel need. */
export async function renderInApp(part: ReactNode, context: Partial<RouterContext> = {}) {
  const root = createRootRouteWithContext<RouterContext>()({ component: () => part });
  const paths = ['/', '/watch/$id', '/faq', '/login', '/404', '/$'];
  const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path }));
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: { connection: makeConnection(), boot: makeBoot(), ...context },
  });
  await router.load();
  const rendered = await act(async () => render(<RouterProvider<typeof router> router={router} />));
  return { ...rendered, router };
}
