import { useT } from '@touchline/i18n';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import type { Toast, ToastType } from './toast-queue.ts';
import { dismissToast, toastStore } from './toast-store.ts';

/** The stack of toasts; an app renders it once. */
export function Toasts() {
  const t = useT();
  const toasts = toastStore.use();
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  const shown = toasts.length > 0;

  // The top layer keeps toasts above an open dialog.
  useEffect(() => {
    const element = region.current;
    if (!element || typeof element.showPopover !== 'function') return;
    if (shown) {
      if (element.matches(':popover-open')) element.hidePopover();
      element.showPopover();
    } else if (element.matches(':popover-open')) {
      element.hidePopover();
      setHeld(false);
    }
  }, [shown]);

  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing at the stack only holds its clock.
    <section
      ref={region}
      popover="manual"
      aria-label={t('ui.notifications')}
      aria-live="polite"
      className="toasts"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
const COLOURS: Readonly<Record<ToastType, string>> = {
  info: 'text-accent-text',
  success: 'text-success',
  warning: 'text-warn',
  error: 'text-danger',
};

function ToastItem({ toast, held }: { readonly toast: Toast; readonly held: boolean }) {
  const t = useT();
  const Icon = ICONS[toast.type];
  const { action } = toast;
  useCountdown(toast, held);
  const act = () => {
    dismissToast(toast.id);
    action?.run();
  };
  return (
    <div
      role={toast.type === 'error' ? 'alert' : undefined}
      className="toast flex w-full items-start gap-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 text-text shadow-popover"
    >
      <Icon aria-hidden size={20} className={`mt-2 shrink-0 ${COLOURS[toast.type]}`} />
      <p className="min-w-0 flex-1 py-2 text-sm leading-5 wrap-break-word">{toast.text}</p>
      {action && (
        <Button variant="quiet" size="small" onClick={act}>
          {action.text}
        </Button>
      )}
      <IconButton
        label={t('ui.dismiss')}
        size="small"
        className="text-muted hover:bg-raised hover:text-text"
        onClick={() => dismissToast(toast.id)}
      >
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}

/** Dismisses the toast when its time is over; time does not run while the stack is held. */
function useCountdown(toast: Toast, held: boolean): void {
  const left = useRef(toast.time);
  useEffect(() => {
    left.current = toast.time;
  }, [toast]);
  useEffect(() => {
    if (held || toast.time <= 0) return;
    const started = Date.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [toast, held]);
}
