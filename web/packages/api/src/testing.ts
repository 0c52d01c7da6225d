import { type Connection, createConnection } from './connection.ts';
import { createStored } from './stored.ts';
import type { FieldProblem } from './types.ts';

export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ message: code, code, errors: {} }, { status, headers });

/** As the server refuses a field: a code with its numbers, and the sentence in English. */
export const refuseField = (
  problem: Pick<FieldProblem, 'field' | 'code'> & Partial<FieldProblem>,
  code = 'invalid',
): Response => {
  const { field, params = {}, message = 'a sentence that no page repeats' } = problem;
  const problems = [{ ...problem, params, message }];
  return Response.json({ message, code, errors: { [field]: [message] }, problems }, { status: 400 });
};

type Answer = (request: Request) => unknown;

/** A connection to a server that knows just what the test says, by method and path, and the calls that it got. */
export function connectTo(answers: Readonly<Record<string, Answer>>): { connection: Connection; calls: string[] } {
  const calls: string[] = [];
  const values = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  };
  const connection = createConnection({
    apiOrigin: 'http://channel.test',
    stored: createStored(() => storage),
    fetch: async (request) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api/', '')}`;
      // The navigation counts the live games when it has nothing else to do, which is at no certain time.
      if (!isLiveCount(request)) calls.push(call);
      const answer = await answers[call]?.(request);
      if (answer === undefined) return refuse(404, 'not_found');
      return answer instanceof Response ? answer : Response.json({ data: answer, meta: {} });
    },
  });
  connection.keys.offer({ channelKey: 'channel', apiKey: 'key' });
  return { connection, calls };
}

function isLiveCount({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return (
    pathname === '/api/events' && searchParams.get('stream_status') === 'live' && searchParams.get('limit') === '1'
  );
}
