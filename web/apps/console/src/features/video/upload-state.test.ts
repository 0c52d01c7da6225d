import type { UploadSummary } from '@touchline/api/console';
import { expect, test } from 'vitest';
import type { Sending } from './sending.ts';
import { lookOf, problemOf, progressOf, renditionsOf } from './upload-state.ts';

const UPLOAD: UploadSummary = {
  id: 7,
  target: { kind: 'vod', id: 1, title: 'The long way up' },
  name: 'final.mp4',
  bytes: 200,
  received: 100,
  state: 'receiving',
  progress: 0,
  problem: null,
  problem_code: null,
  rungs: [],
  created_at: 1_800_000_000,
};

const sending = (phase: Sending['phase'], sent: number): Sending => ({
  channel: 1,
  upload: 7,
  file: new File([], 'final.mp4'),
  sent,
  phase,
  failure: null,
});

type Rendition = UploadSummary['rungs'][number];
const rendition = (height: number, state: Rendition['state'], percent: number): Rendition => ({
  height,
  state,
  percent,
});
const told = (...rungs: Rendition[]) => renditionsOf({ ...UPLOAD, state: 'ready', rungs });

test('PLAY-06 the state of a file being sent comes from this browser', () => {
  expect(lookOf(UPLOAD, sending('line', 150)).name).toBe('video.state.line');
  expect(progressOf(UPLOAD, sending('sending', 150))).toBe(75);
  expect(lookOf(UPLOAD, undefined).name).toBe('video.state.receiving');
  expect(progressOf(UPLOAD, undefined)).toBe(50);
});

test('PLAY-06 the state of an uploaded file comes from the server', () => {
  const importing: UploadSummary = { ...UPLOAD, state: 'importing', progress: 40 };
  expect(lookOf(importing, sending('sending', 200)).name).toBe('video.state.importing');
  expect(progressOf(importing, undefined)).toBe(40);
  expect(progressOf({ ...UPLOAD, state: 'ready', progress: 100 }, undefined)).toBeNull();
});

test('PLAY-06 a problem is translated by its code, and an unknown code has no translation', () => {
  expect(problemOf({ ...UPLOAD, problem_code: 'too_large' })).toBe('video.problem.tooLarge');
  expect(problemOf({ ...UPLOAD, problem_code: 'of next year' })).toBeNull();
  expect(problemOf(UPLOAD)).toBeNull();
});

test('PLAY-05 lower renditions are told of as one', () => {
  expect(told()).toBeNull();
  expect(told(rendition(480, 'making', 40), rendition(360, 'making', 40))).toEqual({
    name: 'video.rungs.making',
    heights: '480p, 360p',
    percent: 40,
  });
  expect(told(rendition(480, 'ready', 100), rendition(360, 'waiting', 7))).toEqual({
    name: 'video.rungs.waiting',
    heights: '360p',
    percent: null,
  });
  expect(told(rendition(480, 'ready', 100), rendition(360, 'failed', 0))?.heights).toBe('480p');
  expect(told(rendition(480, 'failed', 0))).toBeNull();
});
