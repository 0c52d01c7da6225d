// People of the demo who log in, by the screen or beside it.
import { expect, type Page } from '@playwright/test';
import type { Api, Schemas } from './api.ts';

/** Has favourites of every kind from the beginning. */
export const fan = 'fan@demo.test';
/** Has none: journeys that add some take them away again. */
export const season = 'season@demo.test';
export const password = 'touchline-demo';

/** Fills in the login that is open, be it a screen or over one. */
export async function fillLogin(page: Page, email: string, secret = password, within: 'main' | 'dialog' = 'main') {
  const login = page.getByRole(within);
  await login.getByLabel('Email').fill(email);
  await login.getByLabel('Password', { exact: true }).fill(secret);
  await login.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Logs in from any page and comes back to it. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, email, secret);
  await expect(accountButton(page, email)).toBeVisible();
}

/** Logs out by the menu of the account. */
export async function logOut(page: Page, email: string): Promise<void> {
  await accountButton(page, email).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
}

export function accountButton(page: Page, email: string) {
  return page.getByRole('button', { name: `Account of ${email}` });
}

/** The same person without a browser: what the server keeps, and a clean end. */
export class Member {
  private readonly api: Api;
  private readonly key: string;

  private constructor(api: Api, key: string) {
    this.api = api;
    this.key = key;
  }

  static async logIn(api: Api, email: string): Promise<Member> {
    return new Member(api, await api.logIn(email, password));
  }

  /** Games as this person gets them. */
  async games(query: Readonly<Record<string, string>>): Promise<Schemas['Event'][]> {
    return this.api.games(query, this.key);
  }

  async favourites(): Promise<Schemas['Favorite'][]> {
    return this.api.favourites(this.key);
  }

  /** "event 12" and the like, sorted. */
  async favouriteNames(): Promise<string[]> {
    const all = await this.favourites();
    return all.map(({ favoritable_type: type, favoritable_id: id }) => `${type} ${id}`).toSorted();
  }

  /** For the end of a journey, however it ends. */
  async forgetFavourites(): Promise<void> {
    for (const { id } of await this.favourites()) await this.api.removeFavourite(this.key, id);
  }
}
