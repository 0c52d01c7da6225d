import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'live' | 'overlay' | 'plain' | 'accent';

const TONES: Readonly<Record<BadgeTone, string>> = {
  live: 'bg-live text-on-live uppercase tracking-wide',
  // On pictures the ground is unknown, so the badge brings its own.
  overlay: 'bg-[#0a0c10d9] text-white',
  plain: 'bg-raised text-text',
  accent: 'bg-accent text-on-accent',
};

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-chip px-2 py-1 text-xs leading-4 font-semibold whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {tone === 'live' && <span aria-hidden className="live-dot size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
