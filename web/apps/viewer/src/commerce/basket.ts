import type { ItemRequest, Pass } from '@touchline/api';
import type { Ids } from './buy-search.ts';

/** What the address of the checkout asks for. */
export interface Basket {
  readonly items: readonly ItemRequest[];
  readonly trial: boolean;
  /** The game to go back to. */
  readonly eventId: number | null;
  /** The order that a bank leads back to. */
  readonly order: number | null;
  readonly trk: string | null;
}

type Query = Readonly<Record<string, unknown>>;

const MAX_IDS = 100;

/** Reads the query of the checkout's address, which is untrusted. */
export function readBasket(query: Query): Basket {
  const { trk, type } = query;
  return {
    items: itemsOf(query),
    trial: type === 'trial',
    eventId: idOf(query['event_id']),
    order: idOf(query['order']),
    trk: typeof trk === 'string' && trk !== '' ? trk.slice(0, 200) : typeof trk === 'number' ? String(trk) : null,
  };
}

function itemsOf(query: Query): readonly ItemRequest[] {
  const main = mainOf(query);
  const addons = idsOf(query['addon_id']).map((id): ItemRequest => ({ type: 'addon', package_id: id }));
  return main ? [main, ...addons] : addons;
}

/** The type says which of several ids is meant; without it the first that is there is. */
function mainOf(query: Query): ItemRequest | null {
  const { type } = query;
  const subscription = idOf(query['subscription_id']);
  const pass = idOf(query['package_id']);
  const single = idOf(query['single_event_package_id']);
  const event = idOf(query['event_id']);
  const means = (...types: readonly unknown[]) => type === undefined || types.includes(type);
  if (subscription !== null && means('subscription', 'trial')) {
    return { type: 'subscription', subscription_id: subscription, ...choiceOf(query) };
  }
  if (pass !== null && means('package', 'addon')) {
    return { type: type === 'addon' ? 'addon' : 'package', package_id: pass, ...choiceOf(query) };
  }
  if (single !== null && event !== null && means('event')) {
    return { type: 'event', single_event_package_id: single, event_id: event };
  }
  return null;
}

function choiceOf(query: Query): Pick<ItemRequest, 'event_category_ids' | 'participant_ids'> {
  const categories = idsOf(query['event_category_id']);
  const participants = idsOf(query['participant_id']);
  return {
    ...(categories.length > 0 && { event_category_ids: categories }),
    ...(participants.length > 0 && { participant_ids: participants }),
  };
}

function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Several ids, each once: the router has read the query as JSON where it is that. */
function idsOf(value: unknown): number[] {
  const parts: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  const ids = parts.slice(0, MAX_IDS).map((part) => idOf(typeof part === 'string' ? part.trim() : part));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Ids as the address has them; undefined for none. */
export function idsText(ids: readonly number[]): Ids | undefined {
  return ids.length > 1 ? ids.join(',') : ids[0];
}

interface Sold {
  readonly packages: readonly Pick<Pass, 'id'>[];
  readonly subscriptions: readonly Pick<Pass, 'id'>[];
}

/** What is wrong with a basket that the server need not be asked about; null where it is. */
export function basketProblem({ items }: Basket, sold: Sold): 'id_not_selected' | 'pass_not_found' | null {
  if (items.length === 0) return 'id_not_selected';
  const isSold = ({ package_id: pass, subscription_id: subscription }: ItemRequest) =>
    (!pass || sold.packages.some(({ id }) => id === pass)) &&
    (!subscription || sold.subscriptions.some(({ id }) => id === subscription));
  return items.every(isSold) ? null : 'pass_not_found';
}
