import type { Pass } from './types.ts';

/** Games that something opens: how many, and the next few of them. */
export interface Covers {
  games: number;
  next: { id: number; title: string; event_utc_ts: number }[];
}

/** A pass as the shop shows it: what it opens, and what of it the member has. */
export interface ShopPass extends Pass {
  is_purchased: boolean;
  disabled_category_ids: number[];
  disabled_participant_ids: number[];
  covers: Covers;
}

export type WantedType = 'package' | 'subscription' | 'event' | 'addon';

/** One thing that somebody wants to buy. */
export interface Wanted {
  type: WantedType;
  id?: number;
  package_id?: number;
  subscription_id?: number;
  single_event_package_id?: number;
  event_id?: number;
  event_category_ids?: number[];
  participant_ids?: number[];
}

export interface Product {
  id: number;
  name: string;
  event_category_id: number | null;
  participant_id: number | null;
  event_id: number | null;
}

/** A charge to come; amounts are decimal strings, times are seconds since 1970. */
export interface NextCharge {
  amount: string;
  at: number;
}

export interface QuoteLine {
  type: WantedType;
  product: Product;
  base_price: string;
  service_fee: string;
  discount: string;
  total: string;
  starts_at: number;
  ends_at: number | null;
}

/** What will be charged, now and next. */
export interface Quote {
  currency: string;
  lines: QuoteLine[];
  base_price: string;
  /** Shown as Taxes. */
  service_fee: string;
  discount: string;
  total: string;
  next: NextCharge | null;
  coupon: string | null;
  is_trial: boolean;
  covers: Covers;
}

export type OrderStatus = 'created' | 'processing' | 'paid' | 'failed' | 'refunded' | 'disputed';
export type ActivityStatus = 'active' | 'inactive' | 'expired' | 'canceled';

export interface Order {
  id: number;
  status: OrderStatus;
  activity_status: ActivityStatus;
  type: WantedType;
  subscription_type: 'created' | 'updated' | null;
  auto_renewal: 'active' | 'cancelled' | null;
  cancellation: 'processing' | 'finished' | 'cancelled' | null;
  product: Product;
  products: Product[];
  base_price: string;
  service_fee: string;
  discount: string;
  price: string;
  currency: string;
  coupon: string | null;
  created_at: number;
  paid_at: number | null;
  starts_at: number | null;
  ends_at: number | null;
  next: NextCharge | null;
  card: { brand: string; last4: string } | null;
  /** Why the payment failed, in words for people. */
  failure: string | null;
}

/** How something is paid. */
export interface Payment {
  /** The provider's id of a card, saved or just made; none where nothing is to be paid. */
  payment_method?: string;
  save_card?: boolean;
  coupon?: string;
  /** The same for every try at the same purchase. */
  idempotency_key: string;
  trk?: string;
}

export interface Purchase {
  order: Order;
  client_secret: string | null;
  next_action: { type: 'redirect'; url: string } | null;
}

export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_default: boolean;
}

export interface SetupIntent {
  id: string;
  client_secret: string;
}

/** Who takes the money; part of the channel's settings. */
export interface Payments {
  provider: 'stripe' | 'testbank';
  publishable_key: string | null;
  is_test: boolean;
}
