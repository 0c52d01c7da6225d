import { type ReactNode, useEffect, useRef } from 'react';

interface FreshFormProps {
  /** How often the form has been taken; each time it starts anew. */
  readonly round: number;
  readonly children: ReactNode;
}

/** A form that is empty again once its work is done; the focus stays where it was. */
export function FreshForm({ round, children }: FreshFormProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round > 0) place.current?.focus();
  }, [round]);
  return (
    <div key={round} ref={place} tabIndex={-1} className="account-landing">
      {children}
    </div>
  );
}
