import { showToast } from '@touchline/ui';

/** Puts a text on the clipboard and says whether that worked; pages that are not served securely may not. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ type: 'success', text: done });
  } catch {
    showToast({ type: 'error', text: 'The browser did not allow copying.' });
  }
}
