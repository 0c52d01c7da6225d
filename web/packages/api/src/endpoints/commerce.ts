import type { Connection } from '../connection.ts';
import type {
  ItemRequest,
  Order,
  Payment,
  Purchase,
  Quote,
  QuoteRequest,
  SavedCard,
  SetupIntent,
  ShopPass,
} from '../types.ts';
import { unwrap } from './unwrap.ts';

interface Passes {
  packages: ShopPass[];
  subscriptions: ShopPass[];
}

/** All that is sold; for a member, with what of it is theirs. */
export async function fetchPasses({ client }: Connection, signal: AbortSignal | null = null): Promise<Passes> {
  const [packages, subscriptions] = await Promise.all([
    unwrap(client.GET('/packages', { signal })),
    unwrap(client.GET('/subscriptions', { signal })),
  ]);
  return { packages, subscriptions };
}

export function fetchQuote({ client }: Connection, request: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  const body = { ...request, items: [...request.items] };
  return unwrap(client.POST('/stripe/invoice-preview', { body, signal }));
}

/** Buys one thing or several: one payment, all or nothing. */
export function buy({ client }: Connection, items: readonly ItemRequest[], payment: Payment): Promise<Purchase> {
  const [only, ...others] = items;
  return only && others.length === 0
    ? unwrap(client.POST('/stripe/buy', { body: { ...only, ...payment } }))
    : unwrap(client.POST('/stripe/buy_bundle', { body: { items: [...items], ...payment } }));
}

type TrialPayment = Omit<Payment, 'coupon'>;

export function startTrial({ client }: Connection, subscription: number, payment: TrialPayment): Promise<Purchase> {
  const body = { subscription_id: subscription, ...payment };
  return unwrap(client.POST('/stripe/subscription/start_trial', { body }));
}

/** All orders, the newest first. */
export function fetchOrders({ client }: Connection, signal: AbortSignal | null = null): Promise<Order[]> {
  return unwrap(client.GET('/orders', { params: { query: { no_limit: 1 } }, signal }));
}

export function fetchOrder({ client }: Connection, id: number, signal: AbortSignal | null = null): Promise<Order> {
  return unwrap(client.GET('/orders/{id}', { params: { path: { id } }, signal }));
}

/** Ends the renewal of a subscription, or takes that back. */
export async function unsubscribe({ client }: Connection, id: number, undo: boolean): Promise<Order> {
  return (await unwrap(client.POST('/stripe/unsubscribe', { body: { order_id: id, undo } }))).order;
}

export function fetchCards({ client }: Connection, signal: AbortSignal | null = null): Promise<SavedCard[]> {
  return unwrap(client.GET('/stripe/list-cards', { signal }));
}

/** The leave to save a card, which the provider asks for. */
export function beginCard({ client }: Connection): Promise<SetupIntent> {
  return unwrap(client.POST('/stripe/setup-intent', { body: {} }));
}

export async function removeCard({ client }: Connection, id: string): Promise<void> {
  await unwrap(client.DELETE('/stripe/cards/{id}', { params: { path: { id } } }));
}

/** The address of the provider's page for customers. */
export async function fetchPortal({ client }: Connection, back: string): Promise<string> {
  const query = { return: back };
  return (await unwrap(client.GET('/stripe/customer-portal', { params: { query } }))).url;
}
