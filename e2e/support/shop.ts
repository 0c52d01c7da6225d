// A buyer: an account of their own for each journey, and the cards that the test bank knows.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Api, Schemas } from './api.ts';
import { newAddress } from './mailbox.ts';
import { logIn } from './member.ts';
import { newPassword } from './newcomer.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  asks: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0002',
} as const;

export interface Buyer {
  readonly email: string;
  /** What the API knows them by. */
  readonly key: string;
}

/** Registers a buyer with the basic pass and opens the page as them. */
export async function comeAsBuyer(page: Page, api: Api, path: string): Promise<Buyer> {
  const email = newAddress('buyer');
  const key = await api.register(email, newPassword);
  await page.goto(path);
  await logIn(page, email, newPassword);
  return { email, key };
}

export async function passNamed(api: Api, name: string): Promise<Schemas['Pass']> {
  const { packages, subscriptions } = await api.bootstrap();
  const pass = [...packages, ...subscriptions].find((one) => one.name === name);
  if (!pass) throw new Error(`the demo does not sell ${name}`);
  return pass;
}

/** A game that is sold by itself. */
export async function soldGame(api: Api, state: 'live' | 'upcoming' | 'finished'): Promise<Schemas['Event']> {
  const games = await api.games({ stream_status: state });
  const game = games.find((one) => one.single_event_package_id !== null && !one.is_geo_blocked);
  if (!game) throw new Error(`the demo sells no ${state} game by itself`);
  return game;
}

export function buyGamePath({ id, single_event_package_id: pass }: Schemas['Event']): string {
  return `/buy?type=event&event_id=${id}&single_event_package_id=${pass}`;
}

/** What the order comes to, and the button. */
export function summary(page: Page): Locator {
  return page.getByRole('region', { name: 'Your order' });
}

export function payButton(page: Page, price: string): Locator {
  return page.getByRole('button', { name: `Pay USD $${price}`, exact: true });
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('1234');
  await page.getByLabel('CVC').fill('123');
}

export async function payWith(page: Page, number: string, price: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page, price).click();
}

/** Nothing asks for a card. */
export async function expectNoCard(page: Page): Promise<void> {
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
}

/** The names and states of a buyer's orders. */
export async function ordersOf(api: Api, { key }: Buyer): Promise<string[]> {
  return (await api.orders(key)).map(
    ({ products, status }) => `${products.map(({ name }) => name).join(' + ')}: ${status}`,
  );
}
