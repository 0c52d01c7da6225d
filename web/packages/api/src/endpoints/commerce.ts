import type { Order, Payment, Purchase, Quote, SavedCard, SetupIntent, ShopPass, Wanted } from '../commerce-types.ts';
import type { Connection } from '../connection.ts';
import { ask } from './ask.ts';

interface Passes {
  packages: ShopPass[];
  subscriptions: ShopPass[];
}

/** All that is sold; for a member, with what of it is theirs. */
export async function fetchPasses(connection: Connection, signal: AbortSignal | null = null): Promise<Passes> {
  const [packages, subscriptions] = await Promise.all([
    ask<ShopPass[]>(connection, 'packages', { signal }),
    ask<ShopPass[]>(connection, 'subscriptions', { signal }),
  ]);
  return { packages, subscriptions };
}

interface QuoteRequest {
  readonly items: readonly Wanted[];
  readonly coupon?: string;
  readonly trial?: boolean;
}

export function fetchQuote(connection: Connection, body: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  return ask(connection, 'stripe/invoice-preview', { method: 'POST', body, signal });
}

/** Buys one thing or several: one payment, all or nothing. */
export function buy(connection: Connection, items: readonly Wanted[], payment: Payment): Promise<Purchase> {
  const [only, ...others] = items;
  return only && others.length === 0
    ? ask(connection, 'stripe/buy', { method: 'POST', body: { ...only, ...payment } })
    : ask(connection, 'stripe/buy_bundle', { method: 'POST', body: { items, ...payment } });
}

export function startTrial(connection: Connection, subscription: number, payment: Payment): Promise<Purchase> {
  const body = { subscription_id: subscription, ...payment };
  return ask(connection, 'stripe/subscription/start_trial', { method: 'POST', body });
}

/** All orders, the newest first. */
export function fetchOrders(connection: Connection, signal: AbortSignal | null = null): Promise<Order[]> {
  return ask(connection, 'orders?no_limit=1', { signal });
}

export function fetchOrder(connection: Connection, id: number, signal: AbortSignal | null = null): Promise<Order> {
  return ask(connection, `orders/${id}`, { signal });
}

/** Ends the renewal of a subscription, or takes that back. */
export async function unsubscribe(connection: Connection, id: number, undo: boolean): Promise<Order> {
  const body = { order_id: id, undo };
  return (await ask<{ order: Order }>(connection, 'stripe/unsubscribe', { method: 'POST', body })).order;
}

export function fetchCards(connection: Connection, signal: AbortSignal | null = null): Promise<SavedCard[]> {
  return ask(connection, 'stripe/list-cards', { signal });
}

/** The leave to save a card, which the provider asks for. */
export function beginCard(connection: Connection): Promise<SetupIntent> {
  return ask(connection, 'stripe/setup-intent', { method: 'POST', body: {} });
}

export async function removeCard(connection: Connection, id: string): Promise<void> {
  await ask<unknown>(connection, `stripe/cards/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** The address of the provider's page for customers. */
export async function fetchPortal(connection: Connection, back: string): Promise<string> {
  const path = `stripe/customer-portal?return=${encodeURIComponent(back)}`;
  return (await ask<{ url: string }>(connection, path, {})).url;
}
