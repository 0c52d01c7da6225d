/** A hash link waits for the screen to settle before it scrolls. */
const HASH_SCROLL_DELAY_MS = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Scrolls smoothly to the element that the hash names, after a second; a later call replaces an earlier one. */
export function scrollToHash(hash: string): void {
  clearTimeout(timer);
  const id = decodeURIComponent(hash.replace(/^#/, ''));
  if (!id) return;
  timer = setTimeout(() => document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' }), HASH_SCROLL_DELAY_MS);
}
