import { createConnection, createStored } from '@touchline/api';
import { loadContentMessages, loadPlayerMessages } from '@touchline/i18n';
import { act, render } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RouterContext } from '../channel/router-context.ts';
import { queryClient } from '../queries/query-client.ts';
import { makeBoot } from './fixtures.ts';

interface Screen {
  /** Path of the route, as the router's table has it. */
  readonly path: string;
  readonly address: string;
  readonly screen: ComponentType;
  /** Answers of the server by path: `data` of a success, or a whole response. Whatever is not here is a 404. */
  readonly server?: Readonly<Record<string, (request: Request) => unknown>>;
  readonly boot?: RouterContext['boot'];
}

const PATHS = [
  '/',
  '/watch/$id',
  '/vod_library',
  '/vod_library/$id',
  '/faq',
  '/contacts',
  '/login',
  '/registration',
  '/packages',
  '/404',
];

const NUMERIC_ID = {
  parse: ({ id }: { readonly id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { readonly id: number }) => ({ id: String(id) }),
};

/** Opens one screen at an address, with a server that knows just what the test needs; gives the calls that it got. */
export async function openScreen({ path, address, screen: Screen, server = {}, boot = makeBoot() }: Screen) {
  queryClient.clear();
  await Promise.all([loadContentMessages(), loadPlayerMessages()]);
  const calls: string[] = [];
  const connection = createConnection({
    apiOrigin: 'http://channel.test',
    stored: createStored(() => localStorage),
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const name = pathname.replace('/api/', '');
      if (name === 'channel-key') return Response.json({ data: { channel_key: 'c' }, meta: {} });
      if (name === 'get_api_key') return Response.json({ data: { api_key: 'a' }, meta: {} });
      searchParams.delete('api_key');
      calls.push([name, searchParams.toString()].filter(Boolean).join('?'));
      const answer = server[name]?.(request);
      if (answer === undefined) return Response.json({ message: 'no', code: 'not_found', errors: {} }, { status: 404 });
      return answer instanceof Response ? answer : Response.json({ data: answer, meta: {} });
    },
  });
  const root = createRootRouteWithContext<RouterContext>()();
  const routes = [...new Set([...PATHS, path])].map((one) => {
    // The table of the real router types these; here any path may have them.
    const own: object = {
      ...(one === path && { component: Screen }),
      ...(one.includes('$id') && { params: NUMERIC_ID }),
    };
    return createRoute({ getParentRoute: () => root, path: one, ...own });
  });
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { connection, boot },
  });
  await router.load();
  await act(async () => render(<RouterProvider<typeof router> router={router} />));
  return { router, calls };
}
