import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The name that screen readers say; also the tooltip. */
  readonly label: string;
  readonly size?: 'large' | 'small';
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, size = 'large', className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'grid shrink-0 cursor-pointer place-items-center rounded-full transition-colors duration-120 disabled:cursor-not-allowed',
        size === 'large' ? 'size-11' : 'size-9',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
