import { createStore } from './store.ts';
import { addToast, removeToast, type Toast, type ToastInput } from './toast-queue.ts';

/** The toasts on screen, kept apart from their look so that it can load later. */
export const toastStore = createStore<readonly Toast[]>([]);
let count = 0;

/** Shows a toast and gives its id back. */
export function showToast(input: ToastInput): string {
  count += 1;
  const id = input.id ?? `toast-${count}`;
  toastStore.update((toasts) => addToast(toasts, input, id));
  return id;
}

export function dismissToast(id: string): void {
  toastStore.update((toasts) => removeToast(toasts, id));
}
