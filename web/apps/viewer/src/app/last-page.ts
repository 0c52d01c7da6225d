import { isAuthScreen } from './login-address.ts';

let last: string | undefined;
let previous: string | undefined;

/** Remembers where the visitor is, with query and hash; screens of the login do not count. */
export function rememberPage(href: string): void {
  if (isAuthScreen(href) || href === last) return;
  previous = last;
  last = href;
}

/** The page that was seen last, and the one before; undefined where there was none. */
export function rememberedPages(): { readonly last: string | undefined; readonly previous: string | undefined } {
  return { last, previous };
}
