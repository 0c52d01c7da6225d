/** The splash stays in the page this long after it began to fade. */
const SPLASH_REMOVAL_MS = 500;

/** Fades the splash out and takes it away; it lets clicks through from the first moment. */
export function dismissSplash(splash: HTMLElement | null): void {
  if (!splash || splash.hasAttribute('data-done')) return;
  splash.setAttribute('data-done', '');
  setTimeout(() => splash.remove(), SPLASH_REMOVAL_MS);
}
