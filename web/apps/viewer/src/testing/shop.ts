import type { Order, Product, Quote, SavedCard, ShopPass } from '@touchline/api';

/** Sample data of the shop. */

export const makePass = (change: Partial<ShopPass> = {}): ShopPass => ({
  id: 1,
  name: 'Season Pass',
  base_price: '79.99',
  price: '84.99',
  service_fee: '5.00',
  currency: 'USD',
  event_categories: [1],
  event_category_id: null,
  image: null,
  is_team_pass: false,
  offer: 'annual',
  pass_type: 'regular',
  period: 'annual',
  trial_period: null,
  weight: 1,
  features: ['watch'],
  max_clips: null,
  max_downloads: null,
  is_purchased: false,
  disabled_category_ids: [],
  disabled_participant_ids: [],
  rest_price: null,
  covers: { games: 14, next: [{ id: 5, title: 'Granite Bay @ Ironwood', event_utc_ts: 1_794_700_000 }] },
  ...change,
});

export const makeProduct = (change: Partial<Product> = {}): Product => ({
  id: 1,
  name: 'Season Pass',
  event_category_id: null,
  participant_id: null,
  event_id: null,
  ...change,
});

export const makeQuote = (change: Partial<Quote> = {}): Quote => ({
  currency: 'USD',
  lines: [
    {
      type: 'package',
      product: makeProduct(),
      base_price: '44.99',
      service_fee: '5.00',
      discount: '0.00',
      total: '49.99',
      starts_at: 1_794_700_000,
      ends_at: 1_826_236_000,
    },
  ],
  base_price: '44.99',
  service_fee: '5.00',
  discount: '0.00',
  total: '49.99',
  next: null,
  rest: null,
  coupon: null,
  is_trial: false,
  covers: { games: 14, next: [] },
  ...change,
});

export const makeOrder = (change: Partial<Order> = {}): Order => ({
  id: 12,
  status: 'paid',
  activity_status: 'active',
  type: 'package',
  subscription_type: null,
  auto_renewal: null,
  cancellation: null,
  is_past_due: false,
  product: makeProduct(),
  products: [makeProduct()],
  base_price: '44.99',
  service_fee: '5.00',
  discount: '0.00',
  price: '49.99',
  currency: 'USD',
  coupon: null,
  created_at: 1_794_700_000,
  paid_at: 1_794_700_000,
  starts_at: 1_794_700_000,
  ends_at: 1_826_236_000,
  grace_until: null,
  next: null,
  card: { brand: 'visa', last4: '4242' },
  failure: null,
  failure_code: null,
  ...change,
});

export const makeCard = (change: Partial<SavedCard> = {}): SavedCard => ({
  id: 'pm_saved',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2030,
  is_default: true,
  ...change,
});
