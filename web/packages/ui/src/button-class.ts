import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';
export type ButtonSize = 'large' | 'medium' | 'small';

const BASE =
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-full text-center font-semibold no-underline select-none ' +
  'transition duration-120 disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:text-muted';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'bg-accent text-on-accent enabled-hover:shadow-[inset_0_0_0_2px_color-mix(in_oklab,var(--on-accent)_45%,transparent)]',
  secondary: 'border border-control bg-body text-text enabled-hover:bg-raised',
  quiet: 'text-accent-text enabled-hover:bg-surface enabled-hover:underline underline-offset-4',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  large: 'min-h-12 px-6 py-2 text-base',
  medium: 'min-h-10 px-5 py-1.5 text-sm',
  small: 'min-h-9 px-4 py-1 text-sm',
};

/** The look of a button, for elements that cannot be a `Button`: router links, summaries. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium', extra?: string): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], extra);
}
