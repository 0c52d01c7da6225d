import type { UploadSummary } from '@touchline/api/console';
import { CircleCheck, CircleX, Clock, Pause, Upload, WifiOff } from 'lucide-react';
import { percentOf } from './file-size.ts';
import type { Sending } from './sending.ts';

/** What there is to say of each step. */
const LOOKS = {
  sending: { Icon: Upload, colour: 'text-accent-text', name: 'video.state.sending' },
  line: { Icon: WifiOff, colour: 'text-warn', name: 'video.state.line' },
  paused: { Icon: Pause, colour: 'text-warn', name: 'video.state.paused' },
  receiving: { Icon: Pause, colour: 'text-warn', name: 'video.state.receiving' },
  received: { Icon: Clock, colour: 'text-muted', name: 'video.state.received' },
  checking: { Icon: Clock, colour: 'text-muted', name: 'video.state.checking' },
  importing: { Icon: Clock, colour: 'text-accent-text', name: 'video.state.importing' },
  pictures: { Icon: CircleCheck, colour: 'text-success', name: 'video.state.pictures' },
  ready: { Icon: CircleCheck, colour: 'text-success', name: 'video.state.ready' },
  failed: { Icon: CircleX, colour: 'text-danger', name: 'video.state.failed' },
} as const;

/** How an upload looks: what this browser knows of it while it sends, then what the server says. */
export function lookOf(upload: UploadSummary, sending: Sending | undefined) {
  return LOOKS[upload.state === 'receiving' && sending ? sending.phase : upload.state];
}

/** How far its step is, in hundredths; nothing where a step has no length. */
export function progressOf(upload: UploadSummary, sending: Sending | undefined): number | null {
  if (upload.state === 'receiving') return percentOf(sentOf(upload, sending), upload.bytes);
  return upload.state === 'importing' ? upload.progress : null;
}

/** Why an upload failed or has to wait, by the server's word. */
const PROBLEMS = {
  empty: 'video.problem.empty',
  too_large: 'video.problem.tooLarge',
  playlist: 'video.problem.playlist',
  picture: 'video.problem.picture',
  archive: 'video.problem.archive',
  text: 'video.problem.text',
  not_video: 'video.problem.notVideo',
  broken: 'video.problem.broken',
  no_picture: 'video.problem.noPicture',
  codec: 'video.problem.codec',
  too_many_pixels: 'video.problem.tooManyPixels',
  too_many_streams: 'video.problem.tooManyStreams',
  too_long: 'video.problem.tooLong',
  too_slow: 'video.problem.tooSlow',
  given_up: 'video.problem.server',
  not_stored: 'video.problem.server',
  unreadable: 'video.problem.server',
  not_here: 'video.problem.server',
  not_written: 'video.problem.server',
  no_ffmpeg: 'video.problem.server',
} as const;

type ProblemName = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** The name of what went wrong; nothing where the server has a word that this page does not know. */
export function problemOf({ problem_code: code }: UploadSummary): ProblemName | null {
  return Object.entries(PROBLEMS).find(([word]) => word === code)?.[1] ?? null;
}

const RENDITIONS = {
  waiting: 'video.rungs.waiting',
  making: 'video.rungs.making',
  ready: 'video.rungs.ready',
} as const;

/** One line on all lower renditions of an upload; null before they are planned, or when none are made. */
export function renditionsOf({ rungs }: UploadSummary) {
  const shown = rungs.flatMap(({ state, ...rendition }) => (state === 'failed' ? [] : [{ ...rendition, state }]));
  const open = shown.filter(({ state }) => state !== 'ready');
  const told = open.length > 0 ? open : shown;
  const [first] = told;
  if (!first) return null;
  const percent = first.state === 'making' ? Math.min(...told.map((rendition) => rendition.percent)) : null;
  return { name: RENDITIONS[first.state], heights: told.map(({ height }) => `${height}p`).join(', '), percent };
}

/** How many bytes are over. */
export function sentOf(upload: UploadSummary, sending: Sending | undefined): number {
  return Math.max(upload.received, sending?.sent ?? 0);
}
