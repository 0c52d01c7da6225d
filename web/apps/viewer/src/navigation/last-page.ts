import { isAuthScreen } from './login-address.ts';

let here: string | undefined;
let last: string | undefined;
let previous: string | undefined;

/** Remembers where the visitor is, with query and hash; screens of the login do not count. */
export function rememberPage(href: string): void {
  here = href;
  if (isAuthScreen(href) || href === last) return;
  previous = last;
  last = href;
}

interface RememberedPages {
  /** The screen that is open, whichever it is. */
  readonly here: string | undefined;
  readonly last: string | undefined;
  readonly previous: string | undefined;
}

/** The page that was seen last, and the one before; undefined where there was none. */
export function rememberedPages(): RememberedPages {
  return { here, last, previous };
}
