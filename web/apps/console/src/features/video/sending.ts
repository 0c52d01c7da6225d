import { isCancelled, sendFile } from '@touchline/api/console';
import { useSyncExternalStore } from 'react';
import { forgetFile, rememberFile } from './same-file.ts';

/** A file that goes from this browser to the server. */
export interface Sending {
  readonly channel: number;
  readonly upload: number;
  readonly file: File;
  readonly sent: number;
  readonly phase: 'sending' | 'line' | 'paused';
  /** Why it stopped by itself; null where it did not. */
  readonly failure: Error | null;
}

/** Outside of the screens, so that files go on while the operator looks at something else. */
const sendings = new Map<number, Sending>();
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();
let shown: readonly Sending[] = [];

function tell(): void {
  shown = [...sendings.values()];
  for (const listener of listeners) listener();
  const isBusy = shown.some(({ phase }) => phase !== 'paused');
  // Twice is once.
  if (isBusy) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

/** The browser asks whether to leave while something is on its way. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(upload: number, difference: Partial<Sending>): void {
  const known = sendings.get(upload);
  if (!known) return;
  sendings.set(upload, { ...known, ...difference });
  tell();
}

/** Sends a file, or the rest of it; `onDone` is told when all of it is there. */
export async function startSending(
  channel: number,
  upload: number,
  file: File,
  onDone: () => Promise<void>,
  send = sendFile,
): Promise<void> {
  stops.get(upload)?.abort();
  const stop = new AbortController();
  stops.set(upload, stop);
  const sent = sendings.get(upload)?.sent ?? 0;
  sendings.set(upload, { channel, upload, file, sent, phase: 'sending', failure: null });
  rememberFile(upload, file);
  tell();
  try {
    await send(channel, upload, file, {
      signal: stop.signal,
      onProgress: (bytes) => change(upload, { sent: bytes }),
      onWaiting: (waiting) => change(upload, { phase: waiting ? 'line' : 'sending' }),
    });
    // Until the list knows that it is all there.
    await onDone();
    forgetSending(upload);
  } catch (error) {
    if (isCancelled(error)) return;
    change(upload, {
      phase: 'paused',
      failure: error instanceof Error ? error : new Error('stopped', { cause: error }),
    });
  }
}

export function pauseSending(upload: number): void {
  stops.get(upload)?.abort();
  change(upload, { phase: 'paused' });
}

/** The upload is complete or cancelled. */
export function forgetSending(upload: number): void {
  stops.get(upload)?.abort();
  stops.delete(upload);
  sendings.delete(upload);
  forgetFile(upload);
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is on its way from this browser. */
export function useSendings(): readonly Sending[] {
  return useSyncExternalStore(subscribe, () => shown);
}
