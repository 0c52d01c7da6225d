import type { Events } from './events.ts';

export interface KeyHealth {
  /** The server refused the key of this URL; another one is being fetched. */
  refused(url: string): void;
  /** No working key could be had for this URL: the reload screen is due. */
  failed(url: string): void;
  /** This URL was answered, whatever the answer says. */
  answered(url: string): void;
}

/** Remembers which URLs have lost their key, so that each is reported as recovered once. */
export function createKeyHealth(events: Events): KeyHealth {
  const broken = new Set<string>();

  function report(url: string, failed: boolean): void {
    broken.add(url);
    events.emit('api-key-error', { url, failed });
  }

  return {
    refused: (url) => report(url, false),
    failed: (url) => report(url, true),
    answered(url) {
      if (broken.delete(url)) events.emit('api-key-recovered', { url });
    },
  };
}
