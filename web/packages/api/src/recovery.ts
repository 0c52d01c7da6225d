import type { Events } from './events.ts';
import { RECOVERY_PROBE_MS } from './limits.ts';

/** Asks again, now and then, for each URL that has lost its key, so that the reload screen goes away by itself. */
export function watchRecovery(events: Events, probe: (url: string) => Promise<unknown>): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function stop(url: string): void {
    clearTimeout(timers.get(url));
    timers.delete(url);
  }

  events.on('api-key-error', ({ url, failed }) => {
    if (!failed) return;
    stop(url);
    // A probe that fails is reported by the request layer, which starts the next one.
    timers.set(
      url,
      setTimeout(() => void probe(url).catch(() => undefined), RECOVERY_PROBE_MS),
    );
  });
  events.on('api-key-recovered', ({ url }) => stop(url));
}
