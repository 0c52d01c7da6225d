import type { ComponentType } from 'react';

export const CHUNK_TIMEOUT_MS = 120_000;

type ChunkState<Props> =
  | { readonly status: 'waiting' }
  | { readonly status: 'ready'; readonly Screen: ComponentType<Props> }
  | { readonly status: 'failed' };

export interface Chunk<Props> {
  state(): ChunkState<Props>;
  subscribe(listener: () => void): () => void;
  /** Settles when the screen is there or has failed; never rejects. A failed one is asked for again. */
  load(): Promise<void>;
}

/** A screen's code, loaded once on demand, with a limit on the wait and room for another try. */
export function createChunk<Props>(fetchScreen: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let state: ChunkState<Props> = { status: 'waiting' };
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function settle(next: ChunkState<Props>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function attempt(): Promise<void> {
    if (state.status === 'failed') settle({ status: 'waiting' });
    try {
      settle({ status: 'ready', Screen: await withinTime(fetchScreen()) });
    } catch {
      settle({ status: 'failed' });
    } finally {
      loading = null;
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    load() {
      if (state.status === 'ready') return Promise.resolve();
      loading ??= attempt();
      return loading;
    },
  };
}

function withinTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('chunk timed out')), CHUNK_TIMEOUT_MS);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
