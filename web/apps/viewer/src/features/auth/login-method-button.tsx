import { Button } from '@touchline/ui';
import type { ReactNode } from 'react';

interface LoginMethodButtonProps {
  readonly icon: ReactNode;
  /** What screen readers say where the words alone say too little; it holds the words. */
  readonly label?: string;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** One more way in, beside the password. */
export function LoginMethodButton({ icon, label, busy = false, onClick, children }: LoginMethodButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      aria-disabled={busy}
      className="min-h-11 w-full px-4! aria-disabled:cursor-progress"
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </Button>
  );
}
