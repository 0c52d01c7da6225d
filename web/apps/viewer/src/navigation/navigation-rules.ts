import type { Profile } from '@touchline/api';
import { isMailLink, returnSearch } from './login-address.ts';

/** A navigation. Addresses are paths of this site with their query. */
export interface Move {
  /** Null for a visitor. */
  readonly user: Pick<Profile, 'temporary_password' | 'basic_pass_selected'> | null;
  readonly to: string;
  /** The screen that is left; undefined on a cold load. */
  readonly from: string | undefined;
  /** The pages that were seen before, the latest first. */
  readonly seen: readonly (string | undefined)[];
  /** Only the account is open. */
  readonly isPaused: boolean;
}

const EDIT = '/profile/edit';
const PACKAGES = '/packages';
/** Open to members without a basic pass. */
const BEFORE_PASS = /^\/(privacy_policy|terms_conditions|packages|buy|select-package(\/.*)?)$/;
/** Closed to members. */
const FOR_VISITORS = /^\/(login|registration|password-reset-request|password-reset)$/;
const FOR_MEMBERS = /^\/(profile(\/edit)?|activate)$/;
const WAY_IN = /^\/(login|registration)$/;
/** Open while the channel is paused. */
const WHILE_PAUSED =
  /^\/(login|verify-(notice|email)|password-reset(-request)?|profile(\/edit)?|confirm-account-deletion|contacts)$/;

/** Where a move leads instead; null where it may go ahead. */
export function detour({ user, to, from, seen, isPaused }: Move): string | null {
  const path = pathOf(to);
  if (!user) {
    if (FOR_MEMBERS.test(path)) return thenBack('/login', to);
    // The login led here from the checkout, which would only lead to the login again.
    if (path === '/buy' && WAY_IN.test(pathOf(from ?? ''))) {
      return seen.find((page) => page !== undefined && pathOf(page) !== '/buy') ?? '/';
    }
    return null;
  }
  if (user.temporary_password) return path === EDIT ? null : thenBack(EDIT, to);
  if (!user.basic_pass_selected && !isPaused) return BEFORE_PASS.test(path) ? null : thenBack(PACKAGES, to);
  // A login without a page to go back to leads home, which is closed.
  if (isPaused && path === '/' && WAY_IN.test(pathOf(from ?? ''))) return '/profile';
  return FOR_VISITORS.test(path) ? (isPaused ? '/profile' : '/') : null;
}

/** Whether the app shows a screen of a paused channel. For all others the server has a page. */
export function isOpenWhilePaused(href: string): boolean {
  return WHILE_PAUSED.test(pathOf(href));
}

function thenBack(screen: string, wanted: string): string {
  const back = isMailLink(wanted) ? wanted : returnSearch(wanted).return;
  return back === undefined ? screen : `${screen}?return=${encodeURIComponent(back)}`;
}

/** As the router reads it: without regard to case or a slash at the end. */
function pathOf(href: string): string {
  const [path = ''] = href.split(/[?#]/);
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}
