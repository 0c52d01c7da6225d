const LONGEST_WAIT_MS = 1_000;

/** Does it once the browser has nothing better to do. Safari has no word for that moment, so a short wait has to do. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}
