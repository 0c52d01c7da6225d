const SCRIPT = 'https://js.stripe.com/v3';

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

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

let loading: Promise<void> | null = null;

/** Stripe's own script, fetched where somebody is about to pay and not before. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  loading ??= load();
  await loading;
  if (!globalThis.Stripe) throw new Error('stripe is not there');
  return globalThis.Stripe(publishableKey);
}

async function load(): Promise<void> {
  const script = document.createElement('script');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    loading = null;
    script.remove();
    reject(new Error('stripe cannot be loaded'));
  });
  script.src = scriptUrl();
  document.head.append(script);
  await promise;
}

let policy: ScriptPolicy | null = null;

/** Where the page's policy lets only trusted scripts in, this one is, and no other; a name can be given once only. */
function scriptUrl(): string {
  const factory: unknown = globalThis.trustedTypes;
  if (!isFactory(factory)) return SCRIPT;
  policy ??= factory.createPolicy('touchline-payments', { createScriptURL: () => SCRIPT });
  return policy.createScriptURL(SCRIPT);
}

function isFactory(factory: unknown): factory is { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } {
  return typeof factory === 'object' && factory !== null && 'createPolicy' in factory;
}
