import { tellableAddress } from './tellable-address.ts';

const MAX_TEXT = 300;
const MAX_FRAMES = 20;

/** A call that the server could not answer. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(call: string, status: number, code: string) {
    super(`${status} ${code} ${new URL(call, location.href).pathname}`);
  }
}

interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

interface Reported {
  /** The same for errors of one kind. */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A text without what may be about a person or open something: mail addresses, queries, keys and long numbers. */
export function scrubbed(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT)
    .replaceAll(/[^\s@<>"'`]+@[^\s@<>"'`]+/g, '[email]')
    .replaceAll(/[?#][^\s"'`)]*/g, '')
    .replaceAll(/(?=[\w-]*\d)[\w-]{20,}/g, '[key]')
    .replaceAll(/\d{6,}/g, '[number]')
    .slice(0, MAX_TEXT);
}

/** Chromium and Firefox: ` at name (address:1:2)`, `name@address:1:2`. */
const LINE =
  /^\s*(?:at )?(?:async )?(?<name>[^\s(@]*)[\s(@]*(?<file>https?:\/\/[^\s)]+):(?<line>\d+):(?<column>\d+)\)?$/;

/** The frames of a stack, the innermost last; of files of others only that there was one. */
export function framesOf(stack: string, origin: string): readonly Frame[] {
  const frames = stack.split('\n').flatMap((text): Frame[] => {
    const { name = '', file = '', line, column } = LINE.exec(text)?.groups ?? {};
    if (!line || !column) return [];
    const isOwn = file.startsWith(`${origin}/assets/`);
    const filename = isOwn ? file.slice(origin.length).replace(/[?#].*/, '') : '[other]';
    return [{ function: scrubbed(name) || '?', filename, lineno: Number(line), colno: Number(column), in_app: isOwn }];
  });
  return frames.slice(0, MAX_FRAMES).toReversed();
}

/** What is reported of an error; null for what is none, such as a request that was given up. */
export function errorEvent(error: unknown, alias: string): Reported | null {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (name === 'AbortError') return null;
  const frames = framesOf(stack, location.origin);
  const value = scrubbed(message);
  const last = frames.at(-1);
  const page = tellableAddress(location.href);
  return {
    key: [name, value, last?.filename, last?.lineno, last?.colno].join(' '),
    body: {
      platform: 'javascript',
      level: 'error',
      exception: { values: [{ type: scrubbed(name), value, stacktrace: { frames } }] },
      ...(page && { request: { url: scrubbed(page) } }),
      tags: { channel: alias },
      // Without this the address of the visitor would be kept there.
      sdk: { name: 'touchline', version: '1', settings: { infer_ip: 'never' } },
      user: { ip_address: null },
    },
  };
}
