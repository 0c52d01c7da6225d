import { expect, test } from 'vitest';
import { ApiError, RequestError } from '../src/errors.ts';
import { type Line, sendFile } from '../src/console/tus.ts';

const MEGABYTE = 1024 * 1024;
const refused = (status: number, code: string) =>
  new ApiError({ status, message: code, code, fields: {}, retryAfter: null });

/** A server that has some of a file, and a line that breaks as it is told. */
function fake(size: number, breaks: readonly Error[] = [], had = 0) {
  const file = new File([new Uint8Array(size)], 'final.mp4');
  const happened: string[] = [];
  const failures = [...breaks];
  let there = had;
  const line: Line = {
    offset: async () => {
      happened.push(`offset ${there}`);
      return there;
    },
    send: async (_address, offset, part, _signal, onSent) => {
      const failure = failures.shift();
      if (failure) {
        // Half of it arrived, unknown to the sender.
        there += part.size / 2;
        throw failure;
      }
      expect(offset).toBe(there);
      onSent(part.size / 2);
      there += part.size;
      happened.push(`sent ${part.size}`);
      return there;
    },
    wait: async (milliseconds, signal) => {
      happened.push(`wait ${milliseconds}`);
      if (signal.aborted) throw new RequestError('cancelled');
    },
  };
  const progress: number[] = [];
  const waiting: boolean[] = [];
  const controller = new AbortController();
  const watcher = {
    signal: controller.signal,
    onProgress: (sent: number) => progress.push(sent),
    onWaiting: (is: boolean) => waiting.push(is),
  };
  return { sent: () => sendFile(1, 2, file, watcher, line), happened, progress, waiting, controller };
}

test('PLAY-06 a file goes over in parts, on from where it was', async () => {
  const upload = fake(40 * MEGABYTE, [], 4 * MEGABYTE);
  await upload.sent();
  expect(upload.happened).toEqual([
    `offset ${4 * MEGABYTE}`,
    `sent ${16 * MEGABYTE}`,
    `sent ${16 * MEGABYTE}`,
    `sent ${4 * MEGABYTE}`,
  ]);
  expect(upload.progress).toEqual([4, 12, 20, 28, 36, 38, 40].map((megabytes) => megabytes * MEGABYTE));
  expect(upload.waiting).toEqual([false]);
});

test('PLAY-06 an upload asks for its offset after a break, and waits longer each time', async () => {
  const breaks = [new RequestError('network'), refused(503, 'unavailable'), refused(423, 'upload_busy')];
  const upload = fake(16, breaks);
  await upload.sent();
  expect(upload.happened).toEqual([
    'offset 0',
    'wait 1000',
    'offset 8',
    'wait 2000',
    'offset 12',
    'wait 5000',
    'offset 14',
    'sent 2',
  ]);
  expect(upload.waiting).toEqual([false, true, false, true, false, true, false]);
});

test.each([refused(401, 'unauthenticated'), refused(404, 'not_found'), refused(507, 'no_room')])(
  'PLAY-06 a final error is reported at once: $code',
  async (error) => {
    const upload = fake(16, [error]);
    await expect(upload.sent()).rejects.toBe(error);
    expect(upload.happened).toEqual(['offset 0']);
  },
);

test('PLAY-06 a paused upload sends nothing more', async () => {
  const upload = fake(16, [new RequestError('network')]);
  upload.controller.abort();
  await expect(upload.sent()).rejects.toMatchObject({ code: 'cancelled' });
  expect(upload.happened).toEqual(['offset 0', 'wait 1000']);
});
