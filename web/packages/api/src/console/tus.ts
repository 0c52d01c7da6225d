import { ApiError, RequestError } from '../errors.ts';
import { type Answer, exchange, pause, problemOf } from '../exchange.ts';
import type { TargetKind } from './calls.ts';

/** Large enough that the way back and forth does not count, small enough that little is sent twice. */
const PART_BYTES = 16 * 1024 * 1024;
/** How long it is waited after each failure in a row; the last one for ever. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;
/** A line on which nothing moves for so long is dead, whatever the browser thinks of it. */
const STALLED_MS = 60_000;

const SPOKEN = { 'tus-resumable': '1.0.0' } as const;

async function ask(address: string, signal: AbortSignal, init: RequestInit): Promise<Answer> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(SPOKEN)) headers.set(name, value);
  const build = (limited: AbortSignal) =>
    new Request(new URL(address, location.origin), { ...init, headers, signal: limited, credentials: 'same-origin' });
  const answer = await exchange((request) => fetch(request), signal, build);
  const problem = answer.status === 201 || answer.status === 204 ? null : problemOf(answer);
  if (problem) throw problem;
  return answer;
}

function encoded(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** Announces a file, and gives the number of its upload. */
export async function beginUpload(channel: number, kind: TargetKind, id: number, file: File): Promise<number> {
  const said = { filename: file.name.slice(0, 200), kind, id: String(id) };
  const metadata = Object.entries(said).map(([name, value]) => `${name} ${encoded(value)}`);
  const { headers } = await ask(`/console/api/channels/${channel}/uploads`, new AbortController().signal, {
    method: 'POST',
    headers: { 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') },
  });
  return Number(headers.get('location')?.split('/').at(-1));
}

/** Takes an upload back, or clears one away that failed. */
export async function removeUpload(channel: number, upload: number): Promise<void> {
  await ask(addressOf(channel, upload), new AbortController().signal, { method: 'DELETE' });
}

function addressOf(channel: number, upload: number): string {
  return `/console/api/channels/${channel}/uploads/${upload}`;
}

/** How files get over; tests have a line of their own. */
export interface Line {
  readonly offset: (address: string, signal: AbortSignal) => Promise<number>;
  readonly send: (
    address: string,
    offset: number,
    part: Blob,
    signal: AbortSignal,
    onSent: (bytes: number) => void,
  ) => Promise<number>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

async function askOffset(address: string, signal: AbortSignal): Promise<number> {
  const { headers } = await ask(address, signal, { method: 'HEAD' });
  return Number(headers.get('upload-offset'));
}

/** By the older kind of request: the newer one does not say how much of a body is over. */
function sendPart(
  address: string,
  offset: number,
  part: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    let timer = setTimeout(cancel, STALLED_MS);
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      end();
    };
    request.open('PATCH', address);
    const headers = { ...SPOKEN, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(cancel, STALLED_MS);
      onSent(loaded);
    });
    request.addEventListener(
      'load',
      settle(() => {
        if (request.status === 204) resolve(Number(request.getResponseHeader('upload-offset')));
        else reject(problemOf({ status: request.status, headers: new Headers(), body: request.responseText }));
      }),
    );
    const broken = settle(() => reject(new RequestError(signal.aborted ? 'cancelled' : 'network')));
    request.addEventListener('error', broken);
    request.addEventListener('abort', broken);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    else request.send(part);
  });
}

/** Waits, but not once the network is back. */
async function waitForLine(milliseconds: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const stop = () => back.abort();
  addEventListener('online', stop, { once: true });
  try {
    await pause(milliseconds, AbortSignal.any([signal, back.signal]));
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    removeEventListener('online', stop);
  }
}

const LINE: Line = { offset: askOffset, send: sendPart, wait: waitForLine };

/** Errors worth a retry: no network, 5xx, 423 (another sender), 409 (wrong offset). */
function mayPass(error: unknown): boolean {
  if (error instanceof RequestError) return error.code !== 'cancelled';
  if (!(error instanceof ApiError)) return false;
  return error.code !== 'no_room' && (error.status >= 500 || error.status === 409 || error.status === 423);
}

interface UploadListener {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
  /** Whether it waits for the line. */
  readonly onWaiting: (waiting: boolean) => void;
}

/** Sends what is missing of a file, over every break of the line, until all of it is there. */
export async function sendFile(
  channel: number,
  upload: number,
  file: File,
  { signal, onProgress, onWaiting }: UploadListener,
  line = LINE,
): Promise<void> {
  const address = addressOf(channel, upload);
  let failures = 0;
  for (;;) {
    try {
      let offset = await line.offset(address, signal);
      onWaiting(false);
      onProgress(offset);
      while (offset < file.size) {
        const from = offset;
        offset = await line.send(address, from, file.slice(from, from + PART_BYTES), signal, (sent) =>
          onProgress(from + sent),
        );
        failures = 0;
        onProgress(offset);
      }
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      onWaiting(true);
      await line.wait(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, signal);
      failures += 1;
    }
  }
}
