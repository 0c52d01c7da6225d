import { isKeyError, RequestError } from './errors.ts';
import { RETRY_DELAY_MS } from './limits.ts';
import type { Stored } from './stored.ts';

export interface KeySource {
  channelKey(): Promise<string>;
  apiKey(channelKey: string): Promise<string>;
  /** Told when the stored channel key is refused, before another one is fetched. */
  refused(): void;
  /** Told when no key can be had. */
  failed(): void;
}

export interface KeyRing {
  /** The held channel key, or a fetched one. */
  channelKey(): Promise<string>;
  /** The held api key, or a fetched one: first the channel key, then the api key. */
  apiKey(): Promise<string>;
  /** Takes what the page carries: its channel key as it is, its api key only where none is stored for that channel. */
  offer(carried: { channelKey: string | undefined; apiKey: string | undefined }): void;
  /** Takes the key that a login gave. */
  adopt(apiKey: string): void;
  /** Takes the anonymous key that a logout gave. */
  release(apiKey: string): void;
  /** Whether the api key came from a login. */
  isMember(): boolean;
  /** Drops all keys and fetches new ones, unless that has been done since the refused key was sent. */
  replace(refused: string | null): Promise<string>;
}

export function createKeyRing(stored: Stored, source: KeySource): KeyRing {
  const channelKey = once(async () => {
    const held = stored.get('channel_key');
    if (held !== null) return held;
    const key = await source.channelKey();
    stored.set('channel_key', key);
    return key;
  });

  const apiKey = once(async () => {
    const held = stored.get('api_key');
    if (held !== null) return held;
    const key = await fetchApiKey();
    stored.set('api_key', key);
    return key;
  });

  async function fetchApiKey(): Promise<string> {
    const wasHeld = stored.get('channel_key') !== null;
    try {
      return await source.apiKey(await channelKey());
    } catch (error) {
      if (!wasHeld || !isKeyError(error)) throw error;
      source.refused();
      drop();
      const fresh = await channelKey();
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return source.apiKey(fresh);
    }
  }

  async function orFail(key: Promise<string>): Promise<string> {
    try {
      return await key;
    } catch (cause) {
      source.failed();
      throw new RequestError('no_api_key', { cause });
    }
  }

  function drop(): void {
    stored.remove('channel_key');
    stored.remove('api_key');
    stored.remove('member');
  }

  return {
    channelKey: () => orFail(channelKey()),
    apiKey: () => orFail(apiKey()),
    offer(carried) {
      if (carried.channelKey !== undefined && carried.channelKey !== stored.get('channel_key')) {
        drop();
        stored.set('channel_key', carried.channelKey);
      }
      if (carried.apiKey !== undefined && stored.get('api_key') === null) stored.set('api_key', carried.apiKey);
    },
    adopt(key) {
      stored.set('api_key', key);
      stored.set('member', true);
    },
    release(key) {
      stored.set('api_key', key);
      stored.remove('member');
    },
    isMember: () => stored.get('member') === true,
    replace(refused) {
      if (refused === null || stored.get('api_key') === refused) drop();
      return orFail(apiKey());
    },
  };
}

/** Callers that come while the work is under way share it. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
