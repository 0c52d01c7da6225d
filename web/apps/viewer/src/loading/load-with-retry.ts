const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;

/** Waits longer before each new try. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS);
}

/** Loads what the page can do without for a while: a failed try is followed by another, for as long as it takes. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
    }
  }
}
