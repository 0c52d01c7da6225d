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

/** How many bytes are over. */
export function sentOf(upload: UploadSummary, sending: Sending | undefined): number {
  return Math.max(upload.received, sending?.sent ?? 0);
}
