import { ApiError, type LiveChanges, type PolledChanges } from '@touchline/api';

/** So many failures in a row, and the stream is given up for a while. */
const MAX_FAILURES = 3;
/** The server sends its first frame at once; a proxy that holds it back is of no use. */
const FIRST_FRAME_MS = 10_000;
const REOPEN_MS = 3_000;
const POLL_MS = 3_000;
const MAX_POLL_MS = 60_000;
const STREAM_AGAIN_MS = 60_000;

interface LiveStreamOptions {
  /** The address of the stream, from the newest version on. */
  readonly address: () => Promise<string>;
  /** The same news by a plain call. */
  readonly poll: (signal: AbortSignal) => Promise<PolledChanges>;
  readonly onChanges: (changes: LiveChanges) => void;
  /** Told which version the channel's content has. */
  readonly onContent: (version: number) => void;
}

export interface LiveStream {
  open(): void;
  close(): void;
}

/** News from the server: by a stream, or where that does not get through, by asking every few seconds. */
export function createLiveStream({ address, poll, onChanges, onContent }: LiveStreamOptions): LiveStream {
  let current: AbortController | null = null;

  function open(): void {
    if (current) return;
    current = new AbortController();
    follow(current.signal);
  }

  async function keepPolling(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      let wait = POLL_MS;
      try {
        const changes = await poll(ended);
        if (ended.aborted) return;
        onChanges(changes);
        onContent(changes.content_version);
      } catch (error) {
        const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
        wait = Math.min(Math.max(asked, POLL_MS), MAX_POLL_MS);
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  function follow(signal: AbortSignal): void {
    let source: EventSource | null = null;
    let polling: AbortController | null = null;
    let failures = 0;
    let frameTimer: ReturnType<typeof setTimeout> | undefined;
    let reopenTimer: ReturnType<typeof setTimeout> | undefined;

    function closeSource(): void {
      clearTimeout(frameTimer);
      source?.close();
      source = null;
    }

    async function connect(): Promise<void> {
      try {
        const url = await address();
        if (signal.aborted) return;
        source = new EventSource(url);
      } catch {
        fail();
        return;
      }
      awaitFrame();
      source.addEventListener('open', awaitFrame);
      source.addEventListener('error', fail);
      source.addEventListener('games', ({ data }: MessageEvent<string>) => {
        clearTimeout(frameTimer);
        failures = 0;
        polling?.abort();
        polling = null;
        const changes: LiveChanges = JSON.parse(data);
        onChanges(changes);
      });
      source.addEventListener('content', ({ data }: MessageEvent<string>) => {
        const { version }: { readonly version: number } = JSON.parse(data);
        onContent(version);
      });
    }

    function awaitFrame(): void {
      clearTimeout(frameTimer);
      frameTimer = setTimeout(() => {
        closeSource();
        fail();
      }, FIRST_FRAME_MS);
    }

    function fail(): void {
      if (signal.aborted) return;
      failures += 1;
      clearTimeout(frameTimer);
      if (failures >= MAX_FAILURES) {
        closeSource();
        startPolling();
        reopenTimer = setTimeout(() => void connect(), STREAM_AGAIN_MS);
      } else if (source?.readyState !== EventSource.CONNECTING) {
        // A browser tries again by itself, unless the answer was an error.
        closeSource();
        reopenTimer = setTimeout(() => void connect(), REOPEN_MS);
      }
    }

    function startPolling(): void {
      if (polling) return;
      polling = new AbortController();
      void keepPolling(polling.signal);
    }

    signal.addEventListener('abort', () => {
      closeSource();
      polling?.abort();
      clearTimeout(reopenTimer);
    });
    void connect();
  }

  return {
    open,
    close() {
      current?.abort();
      current = null;
    },
  };
}
