import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** What to do next: buttons or links. */
  readonly children?: ReactNode;
  /** One line inside a list instead of a block in its place. */
  readonly compact?: boolean;
}

export function EmptyState({ title, text, icon, children, compact = false }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'rounded-card border border-dashed border-control',
        compact
          ? 'flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5'
          : 'grid justify-items-center gap-4 px-6 py-12 text-center sm:py-16',
      )}
    >
      {icon && <span className="text-muted">{icon}</span>}
      <div className={compact ? 'min-w-0 flex-1 basis-60' : 'grid max-w-[44ch] gap-1.5'}>
        <p
          className={
            compact ? 'text-[0.9375rem] leading-5 font-semibold' : 'text-xl leading-7 font-semibold text-balance'
          }
        >
          {title}
        </p>
        {text && <p className={classNames('text-pretty text-muted', compact && 'mt-0.5 text-sm')}>{text}</p>}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
