import { type ReactNode, useCallback, useRef } from 'react';
import { ShowView } from './show-view.ts';

/** Knows what was shown last, so that the focus goes along when that changes. */
export function AuthViews({ children }: { readonly children: ReactNode }) {
  const shown = useRef<string>(null);
  const show = useCallback((name: string) => {
    const isNew = shown.current !== null && shown.current !== name;
    shown.current = name;
    return isNew;
  }, []);
  return <ShowView value={show}>{children}</ShowView>;
}
