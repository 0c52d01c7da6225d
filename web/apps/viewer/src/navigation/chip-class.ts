/** A rounded link to narrow what is shown; the one that holds is filled. */
export const CHIP =
  'inline-flex min-h-9 items-center rounded-full border border-control px-4 text-sm font-medium whitespace-nowrap transition-colors duration-120 hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent';
