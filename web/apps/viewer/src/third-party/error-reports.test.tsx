import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeConnection } from '../testing/render-in-app.tsx';
import { errorEvent, framesOf, scrubbed } from './error-event.ts';
import { envelopeUrl, reportErrors } from './error-reports.ts';
import { tellableAddress } from './tellable-address.ts';

const DSN = 'https://abc@errors.example/42';

it.each([
  [DSN, 'https://errors.example/api/42/envelope/?sentry_version=7&sentry_client=touchline&sentry_key=abc'],
  [
    'https://abc@errors.example:8443/datalake/1',
    'https://errors.example:8443/datalake/api/1/envelope/?sentry_version=7&sentry_client=touchline&sentry_key=abc',
  ],
  ['errors.example', null],
  ['https://errors.example/42', null],
])('ANA-08 reports of %s go to %s', (dsn, url) => expect(envelopeUrl(dsn)).toBe(url));

it.each([
  ['No seat for fan@demo.test', 'No seat for [email]'],
  ['GET https://tv.example/api/profile?api_key=abc failed', 'GET https://tv.example/api/profile failed'],
  ['key 7f3a9b2c4d5e6f708192a3b4 is wrong', 'key [key] is wrong'],
  ['card 4242424242424242', 'card [number]'],
  ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
])('T43 %s is reported as %s', (text, said) => expect(scrubbed(text)).toBe(said));

it.each([
  ['https://tv.example/watch/7?x=1&utm_source=mail#t', 'https://tv.example/watch/7?utm_source=mail'],
  ['https://tv.example/verify-email?signature=abc', null],
  ['https://tv.example/share/7/0d1c', null],
  ['https://tv.example/schedule?api_key=abc', 'https://tv.example/schedule'],
])('T43 other services know %s as %s', (address, told) => expect(tellableAddress(address)).toBe(told));

it('ANA-08 frames name own files alone, the innermost last', () => {
  const stack = `Error: x
    at play (https://tv.example/assets/player.js?v=1:10:20)
    at https://other.example/x.js:1:2
start@https://tv.example/assets/entry.js:3:4`;
  expect(framesOf(stack, 'https://tv.example')).toMatchObject([
    { function: 'start', filename: '/assets/entry.js', lineno: 3, colno: 4, in_app: true },
    { function: '?', filename: '[other]', in_app: false },
    { function: 'play', filename: '/assets/player.js', lineno: 10, colno: 20 },
  ]);
});

it('ANA-08 T43 a report has no address of the visitor, and a request that was given up is none', () => {
  expect(errorEvent(new DOMException('gone', 'AbortError'), 'demo')).toBeNull();
  const { body } = errorEvent(new TypeError('No fan@demo.test'), 'demo') ?? {};
  expect(body).toMatchObject({
    exception: { values: [{ type: 'TypeError', value: 'No [email]' }] },
    tags: { channel: 'demo' },
    user: { ip_address: null },
  });
});

const fail = (message: string) => dispatchEvent(new ErrorEvent('error', { error: new Error(message), message }));

describe('reportErrors', () => {
  const sent = vi.fn<typeof fetch>();
  beforeEach(() => {
    sent.mockReset().mockResolvedValue(new Response());
    vi.stubGlobal('fetch', sent);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('ANA-08 sends an error once, failed calls, and nothing after its end', () => {
    const { events } = makeConnection();
    const end = reportErrors(DSN, 'demo', events);
    fail('Broken');
    fail('Broken');
    const failure = { url: '/api/home?api_key=x', code: 'internal', message: 'x', inPlace: false };
    events.emit('global-error', { ...failure, status: 500 });
    events.emit('global-error', { ...failure, status: 404 });
    const bodies = sent.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? init.body : ''));
    expect(bodies).toHaveLength(2);
    expect(bodies[0]?.split('\n')).toHaveLength(3);
    expect(bodies[1]).toContain('500 internal /api/home"');
    end();
    fail('Later');
    events.emit('global-error', { ...failure, status: 503 });
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('ANA-08 sends ten at most, and none for a while after 429', async () => {
    sent.mockResolvedValueOnce(new Response(null, { status: 429 }));
    const end = reportErrors(DSN, 'demo', makeConnection().events);
    fail('a');
    await new Promise((done) => setTimeout(done));
    fail('b');
    expect(sent).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 61_000);
    for (const letter of 'bcdefghijklmnop') fail(letter);
    expect(sent).toHaveBeenCalledTimes(10);
    vi.useRealTimers();
    end();
  });
});
