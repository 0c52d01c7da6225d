/** What a toast is and how the stack of them changes; no DOM, no timers. */

export type ToastType = 'info' | 'success' | 'warning' | 'error';

export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly type: ToastType;
  /** Milliseconds on screen; 0 stays until it is dismissed. */
  readonly time: number;
  /** A button that runs this and dismisses the toast. */
  readonly action?: ToastAction;
}

interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

export type ToastInput = Pick<Toast, 'text'> & Partial<Toast>;

const TOAST_TIME_MS = 5000;

/** Adds a toast at the end; one with the same id is replaced where it stands. */
export function addToast(toasts: readonly Toast[], input: ToastInput, freshId: string): readonly Toast[] {
  const toast: Toast = {
    id: input.id ?? freshId,
    text: input.text,
    type: input.type ?? 'info',
    time: input.time ?? TOAST_TIME_MS,
    ...(input.action && { action: input.action }),
  };
  return toasts.some(({ id }) => id === toast.id)
    ? toasts.map((other) => (other.id === toast.id ? toast : other))
    : [...toasts, toast];
}

export function removeToast(toasts: readonly Toast[], id: string): readonly Toast[] {
  return toasts.some((toast) => toast.id === id) ? toasts.filter((toast) => toast.id !== id) : toasts;
}
