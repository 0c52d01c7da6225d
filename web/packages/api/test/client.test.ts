import { expect, it } from 'vitest';
import { createClient } from '../src/client.ts';

function recorded(answer: () => Response) {
  const sent: Request[] = [];
  const client = createClient('http://channel.test/api', async (request) => {
    sent.push(request);
    return answer();
  });
  return { client, sent };
}

const answering = (text: string) => recorded(() => new Response(text)).client;

it('a call writes its path and its query, and leaves out what is not set', async () => {
  const { client, sent } = recorded(() => Response.json({ data: [], meta: {} }));
  await client.GET('/pages/{alias}', { params: { path: { alias: 'a/b ?' } } });
  const query: object = { limit: 5, offset: undefined, search: 'Lions & Bears', stream_status: ['live', 'upcoming'] };
  await client.GET('/events', { params: { query } });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://channel.test/api/pages/a%2Fb%20%3F',
    'GET http://channel.test/api/events?limit=5&search=Lions%20%26%20Bears&stream_status=live&stream_status=upcoming',
  ]);
  expect(sent[0]?.headers.get('content-type')).toBeNull();
});

it('a body is sent as JSON', async () => {
  const { client, sent } = recorded(() => Response.json({ data: {}, meta: {} }));
  await client.POST('/auth/logout', { body: {} });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  expect(await sent[0]?.json()).toEqual({});
});

it('an answer is its JSON, a file, or nothing', async () => {
  expect((await answering('{"data":1}').GET('/geo')).data).toEqual({ data: 1 });
  expect((await answering('').GET('/geo')).data).toBeUndefined();
  const { data } = await answering('{"data":1}').GET('/profile/export', { parseAs: 'blob' });
  expect(await data?.text()).toBe('{"data":1}');
});

it('one call can be sent another way, and be cancelled', async () => {
  const { client, sent } = recorded(() => Response.json({}));
  const stop = new AbortController();
  const others: Request[] = [];
  await client.GET('/geo', {
    signal: stop.signal,
    fetch: async (request) => {
      others.push(request);
      return Response.json({});
    },
  });
  stop.abort();
  expect(sent).toEqual([]);
  expect(others[0]?.signal.aborted).toBe(true);
});
