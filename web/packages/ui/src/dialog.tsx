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

function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
  // What is pressed on the backdrop lands on the dialog itself, inside it on a child. A click would also be what a drag
  // from inside ends with.
  if (event.target !== event.currentTarget) return;
  // The focus goes back to what opened it, not to what lies below the pointer.
  event.preventDefault();
  event.currentTarget.close();
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
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way, and the browser's own.
    <dialog
      ref={element}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      onClose={onClose}
      onMouseDown={closeOnBackdrop}
    >
      {open && children}
    </dialog>
  );
}
