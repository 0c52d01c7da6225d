import { classNames } from '@touchline/ui';
import type { ReactNode } from 'react';

interface ControlButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  /** For buttons that are on or off. */
  readonly pressed?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function ControlButton({ label, onPress, pressed, className, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames('control', className)}
    >
      {children}
    </button>
  );
}

/** An arrow in a circle with the seconds inside. */
export function TenSeconds({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden className="ten">
      {children}
      <span>10</span>
    </span>
  );
}
