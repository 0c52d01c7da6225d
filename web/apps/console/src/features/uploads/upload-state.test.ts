import type { UploadSummary } from '@touchline/api/console';
import { expect, test } from 'vitest';
import type { Sending } from './sending.ts';
import { lookOf, progressOf } from './upload-state.ts';

const UPLOAD: UploadSummary = {
  id: 7,
  target: { kind: 'vod', id: 1, title: 'The long way up' },
  name: 'final.mp4',
  bytes: 200,
  received: 100,
  state: 'receiving',
  progress: 0,
  problem: null,
  created_at: 1_800_000_000,
};

const sending = (phase: Sending['phase'], sent: number): Sending => ({
  channel: 1,
  upload: 7,
  file: new File([], 'final.mp4'),
  sent,
  phase,
  problem: null,
});

test('PLAY-06 while a file is sent, this browser knows best', () => {
  expect(lookOf(UPLOAD, sending('line', 150)).name).toBe('video.state.line');
  expect(progressOf(UPLOAD, sending('sending', 150))).toBe(75);
  expect(lookOf(UPLOAD, undefined).name).toBe('video.state.receiving');
  expect(progressOf(UPLOAD, undefined)).toBe(50);
});

test('PLAY-06 once it is there, the server does', () => {
  const importing: UploadSummary = { ...UPLOAD, state: 'importing', progress: 40 };
  expect(lookOf(importing, sending('sending', 200)).name).toBe('video.state.importing');
  expect(progressOf(importing, undefined)).toBe(40);
  expect(progressOf({ ...UPLOAD, state: 'ready', progress: 100 }, undefined)).toBeNull();
});
