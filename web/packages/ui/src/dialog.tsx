import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  readonly open: boolean;
  /** Called once the dialog is closed, by the user or the code. */
  readonly onClose: () => void;
  /** The accessible name, or the id of the heading that gives it. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A native modal dialog: the browser keeps focus inside, closes on Escape and gives focus back. */
export function Dialog({ open, onClose, label, labelledBy, className, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  const closeOnBackdrop = (event: MouseEvent) => {
    // A click on the backdrop lands on the dialog itself, one inside it on a child.
    if (event.target === event.currentTarget) element.current?.close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way, and the browser's own.
    <dialog
      ref={element}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      {open && children}
    </dialog>
  );
}
