import { classNames } from './class-names.ts';

/** A grey box in the shape of what is coming; it takes its room at once and shows after 150 ms. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('skeleton block rounded-field bg-raised', className)} />;
}
