import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ServerStatus, Session } from '@touchline/api/console';
import { vi } from 'vitest';
import { makeQueryClient } from '../app/query-client.ts';
import { makeRouter } from '../app/router.tsx';
import { PLAIN_CHANNEL } from './plain-channel.ts';

export { PLAIN_CHANNEL };

export const OWNER: Session = {
  operator: { id: 1, email: 'owner@demo.test', name: 'Odessa Owens', is_administrator: false },
  channels: [
    {
      ...PLAIN_CHANNEL,
      id: 1,
      alias: 'demo',
      name: 'Northline',
      role: 'owner',
      may: ['see_mails', 'read_mails', 'retry_mails'],
    },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: [] },
  ],
};

export type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

export const ok = (data: unknown, meta: object = {}) => Response.json({ data, meta });
export const refused = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json({ message: code, code, errors: {} }, { status, headers });

/** The refusal of an edit of an older version than `current`, which Ann Archer has made. */
export function conflict(current: object | null): Response {
  const details = { current, base: null, changed_by: 'Ann Archer', changed_at: Date.now() / 1000 };
  return Response.json(
    { message: 'x', code: 'version_conflict', errors: {}, problems: [], conflict: details },
    { status: 409 },
  );
}

/** The refusal of fields. */
export function wrong(...problems: readonly { field: string; code: string; params?: object }[]): Response {
  const told = problems.map(({ field, code, params = {} }) => ({ field, code, params, message: 'x' }));
  return Response.json({ message: 'invalid', code: 'invalid', errors: {}, problems: told }, { status: 400 });
}

/** The server's storage has room, nothing is on air, everything is for sale. */
const WELL: ServerStatus = {
  storage: { state: 'ample', since: null, free_bytes: 80_000_000_000 },
  games: [],
  not_for_sale: null,
};

/** What was asked of the server, as "POST login". */
export const asked: string[] = [];

/** Shows the console at a path, before a server that answers so. */
export function open(path: string, answers: Answers): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const call = `${request.method} ${pathname.replace('/console/api/', '')}${search}`;
    const answer = answers[call] ?? answers[call.split('?')[0] ?? ''];
    // The frame looks at the state of the server on every page.
    if (call === 'GET status') return answer ? answer(request) : ok(WELL);
    if (call === 'GET work') return answer ? answer(request) : ok([]);
    asked.push(call);
    return answer ? answer(request) : refused(404, 'not_found');
  });
  const history = createMemoryHistory({ initialEntries: [`/console${path}`] });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={makeRouter(history)} />
    </QueryClientProvider>,
  );
}
