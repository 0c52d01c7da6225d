import { scriptLoader } from '../third-party/script-loader.ts';

interface StripeError {
  readonly message?: string;
}

export interface StripeElements {
  create(
    type: 'payment',
    options?: object,
  ): { mount(place: HTMLElement): void; destroy(): void; on(name: 'ready' | 'loaderror', done: () => void): void };
  update(options: object): void;
  submit(): Promise<{ error?: StripeError }>;
}

/** The part of Stripe's script that is used here. */
export interface Stripe {
  elements(options: object): StripeElements;
  createPaymentMethod(options: object): Promise<{ error?: StripeError; paymentMethod?: { id: string } }>;
  confirmSetup(options: object): Promise<{ error?: StripeError }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

declare global {
  var Stripe: ((publishableKey: string) => Stripe) | undefined;
}

const loadScript = scriptLoader('https://js.stripe.com/v3', 'touchline-payments');

/** Stripe's own script, fetched at the payment form and not before. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  await loadScript();
  if (!globalThis.Stripe) throw new Error('stripe is not there');
  return globalThis.Stripe(publishableKey);
}
