import { linkTarget } from './link-target.ts';
import { isAuthScreen } from './login-address.ts';

const HOME = '/';
/** Browsers drop tabs and line ends from addresses, and read a backslash as a slash. */
const TREACHEROUS = /[\p{Cc}\\]/u;

/** Where to go after login: a screen or page of this site, or else home. */
export function returnPath(wanted: string | undefined, pagePaths: readonly string[]): string {
  if (wanted === undefined || TREACHEROUS.test(wanted) || isAuthScreen(wanted)) return HOME;
  const target = linkTarget(wanted, pagePaths);
  return target && !target.external ? target.href : HOME;
}
