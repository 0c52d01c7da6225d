const MAX_WAIT_MS = 1_000;

/**
 * Does it once the page has been painted and the browser has nothing better to do. Safari has no word for that moment, so
 * a short wait has to do.
 */
export function whenIdle(work: () => void): () => void {
  const tells = typeof requestIdleCallback === 'function';
  let idle: number | undefined;
  // A busy browser reports idle before its first frame; a hidden page never draws one.
  const frame = requestAnimationFrame(begin);
  const patience = setTimeout(begin, MAX_WAIT_MS);
  function stop() {
    cancelAnimationFrame(frame);
    clearTimeout(patience);
  }
  function begin() {
    stop();
    idle = tells ? requestIdleCallback(work, { timeout: MAX_WAIT_MS }) : window.setTimeout(work, 200);
  }
  return () => {
    stop();
    if (idle !== undefined) (tells ? cancelIdleCallback : clearTimeout)(idle);
  };
}
