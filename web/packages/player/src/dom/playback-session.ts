import { ApiError, isCancelled, type Media, type Playback } from '@touchline/api';
import { MEDIA, mediaUrl } from '../core/media.ts';
import { tokenOf, withToken } from '../core/token-address.ts';

interface Addresses {
  readonly stream: string;
  readonly thumbnails: string | null;
}

interface PlaybackSessionOptions {
  /** Asks the server; goes on with a session where there is one. */
  readonly ask: (session: string | null, signal: AbortSignal) => Promise<Playback>;
  /** The server says no, and why: `needs_pass`, `too_many_streams`… */
  readonly onRefused: (code: string) => void;
}

/** The right to play something, which has to be asked for again and again. */
export interface PlaybackSession {
  /** The first addresses; null where the server refused, or has nothing to play. */
  begin(): Promise<Addresses | null>;
  id(): string | null;
  /** The same file under the newest token. */
  rewrite(address: string): string;
  /** Asks at once; tells whether there may be played on, be it what is played or what has taken its place. */
  renew(): Promise<boolean>;
  /** What the game goes on with in place of what is played, once: it was begun anew. Null where nothing has changed. */
  next(): Addresses | null;
  /** Whether more is to come, as the server said last. */
  isLive(): boolean;
  end(): void;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
const FORBIDDEN = 403;
/** A server that names no time is asked as often as a token of five minutes needs. */
const MAX_S = 240;
const SHORTEST_S = 5;

export function createPlaybackSession({ ask, onRefused }: PlaybackSessionOptions): PlaybackSession {
  const ends = new AbortController();
  let session: string | null = null;
  let token: string | null = null;
  /** The newest answer, and which of its media is the one that is played. */
  let newest: readonly Media[] = [];
  let played: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let failures = 0;
  let running: Promise<Playback | null> | null = null;

  function plan(milliseconds: number): void {
    clearTimeout(timer);
    if (ends.signal.aborted) return;
    dueAt = Date.now() + milliseconds;
    timer = setTimeout(() => void renew(), milliseconds);
  }

  async function askNow(): Promise<Playback | null> {
    try {
      const playback = await ask(session, ends.signal);
      failures = 0;
      session = playback.session;
      newest = playback.media;
      const stream = streamIn(newest);
      // The token of another stream would lead to its files under the old names.
      if (stream?.id === played) token = tokenOf(stream.url) ?? token;
      plan(Math.min(Math.max(playback.refresh_after_s, SHORTEST_S), MAX_S) * 1000);
      return playback;
    } catch (error) {
      if (isCancelled(error) || ends.signal.aborted) return null;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        clearTimeout(timer);
        // A session that the server has forgotten is none to go on with.
        if (error.code === 'playback_ended') session = null;
        onRefused(error.status === FORBIDDEN ? error.code : 'unavailable');
        return null;
      }
      failures = Math.min(failures + 1, 6);
      plan(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
      throw error;
    }
  }

  /** Callers during a pending request share its answer. */
  function share(): Promise<Playback | null> {
    running ??= askNow().finally(() => {
      running = null;
    });
    return running;
  }

  async function renew(): Promise<boolean> {
    try {
      return (await share()) !== null;
    } catch {
      // Asked again soon; the old token may be good for a while.
      return false;
    }
  }

  /** What the newest answer names is what is played from now on. */
  function take(): Addresses | null {
    const stream = streamIn(newest);
    if (!stream) return null;
    played = stream.id;
    token = tokenOf(stream.url);
    return { stream: stream.url, thumbnails: mediaUrl(newest, MEDIA.thumbnails) };
  }

  // Timers of a tab in the background, or of a machine that slept, come late.
  const wake = () => {
    if (!document.hidden && Date.now() >= dueAt) void renew();
  };
  document.addEventListener('visibilitychange', wake, { signal: ends.signal });

  return {
    async begin() {
      const playback = await share();
      const addresses = playback && take();
      if (playback && !addresses) onRefused('unavailable');
      return addresses;
    },
    id: () => session,
    rewrite: (address) => withToken(address, token),
    renew,
    next: () => (streamIn(newest)?.id === played ? null : take()),
    isLive: () => mediaUrl(newest, MEDIA.live) !== null,
    end() {
      ends.abort();
      clearTimeout(timer);
    },
  };
}

/** What is played of an answer. */
function streamIn(media: readonly Media[]): { readonly id: number; readonly url: string } | null {
  for (const { id, type, url } of media) {
    if ((type === MEDIA.live || type === MEDIA.vod) && url !== null) return { id, url };
  }
  return null;
}
