import { showToast } from '@touchline/ui';

/** Puts a text on the clipboard, which browsers refuse to pages without HTTPS, and says how it went. */
export function copyText(text: string, done: string, failed: string): void {
  const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
  copying.then(
    () => showToast({ type: 'success', text: done }),
    () => showToast({ type: 'error', text: failed }),
  );
}
