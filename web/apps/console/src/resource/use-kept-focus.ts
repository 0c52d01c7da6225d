import { useLayoutEffect, useRef } from 'react';

/** Gives the focus back after a move, for which React takes the row out of the document. */
export function useKeptFocus(): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  });
  return () => {
    focused.current = document.activeElement;
  };
}
