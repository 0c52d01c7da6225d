import { linkTarget } from './link-target.ts';
import { isAuthScreen, isMailLink } from './login-address.ts';

const HOME = '/';
/** Browsers drop tabs and line ends from addresses, and read a backslash as a slash. */
const TREACHEROUS = /[\p{Cc}\\]/u;

/** Where to go after login: a screen or page of this site, or else home. */
export function returnPath(wanted: unknown, pagePaths: readonly string[]): string {
  // The router hands on whatever the query says, read as JSON.
  if (typeof wanted !== 'string' || TREACHEROUS.test(wanted)) return HOME;
  if (isAuthScreen(wanted)) return isMailLink(wanted) ? wanted : HOME;
  const target = linkTarget(wanted, pagePaths);
  return target && !target.external ? target.href : HOME;
}
