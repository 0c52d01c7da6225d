import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface FormBehindButton {
  readonly open: boolean;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly show: () => void;
  readonly hide: () => void;
}

/** A form that a button opens: the focus goes to its first field, and back to the button. */
export function useFormBehindButton(onHide: () => void): FormBehindButton {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const show = () => {
    flushSync(() => setOpen(true));
    field.current?.focus();
  };
  const hide = () => {
    flushSync(() => {
      setOpen(false);
      onHide();
    });
    opener.current?.focus();
  };
  return { open, opener, field, show, hide };
}
