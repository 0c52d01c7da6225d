import type { FavoritableType } from '@touchline/api';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The favourite that a visitor pressed before the login. Kept with the entry of the history: it survives a
     * reload, and no link can bring it along.
     */
    favourite?: { readonly type: FavoritableType; readonly id: number; readonly name: string };
    /** The email address typed on another screen of the login, or named by a link. */
    email?: string;
  }
}

/** The query of the login's address. */
export interface LoginSearch {
  /** Where to go afterwards. */
  readonly return?: string;
}

const MAX_LENGTH = 1000;
const AUTH_SCREENS =
  /^\/(login|registration|verify-notice|verify-email|password-reset-request|password-reset)\/?(?:[?#]|$)/;

export function isAuthScreen(href: string): boolean {
  return AUTH_SCREENS.test(href);
}

/** Those of them that are still to be seen after a detour: a mail has led there, or is on its way. */
export function isMailLink(href: string): boolean {
  return /^\/verify-(email\?|notice(\?|$))/.test(href);
}

/** What a link to the login says about where it stands; home needs no word. */
export function returnSearch(href: string): LoginSearch {
  return href === '/' || href.length > MAX_LENGTH || isAuthScreen(href) ? {} : { return: href };
}

/** Reads the query; whether the path is one to go to is asked when it is gone to. */
export function loginSearch(query: Readonly<Record<string, unknown>>): LoginSearch {
  const wanted = query['return'];
  return typeof wanted === 'string' && wanted.length <= MAX_LENGTH ? { return: wanted } : {};
}
