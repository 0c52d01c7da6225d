/** The part of Google's script that is used here. */
interface Recaptcha {
  ready(done: () => void): void;
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): number;
  execute(widget: number): void;
}

declare global {
  var grecaptcha: Recaptcha | undefined;
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

let loading: Promise<Recaptcha> | null = null;

/** Google's invisible check: a token where it is content, after a riddle where it is not. */
export async function askRecaptcha(siteKey: string): Promise<string> {
  loading ??= load();
  const recaptcha = await loading;
  const place = document.createElement('div');
  document.body.append(place);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const widget = recaptcha.render(place, {
    sitekey: siteKey,
    size: 'invisible',
    callback: resolve,
    'error-callback': () => reject(new Error('recaptcha failed')),
  });
  recaptcha.execute(widget);
  return promise.finally(() => place.remove());
}

async function load(): Promise<Recaptcha> {
  const script = document.createElement('script');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    loading = null;
    script.remove();
    reject(new Error('recaptcha cannot be loaded'));
  });
  script.src = scriptUrl();
  document.head.append(script);
  await promise;
  const recaptcha = globalThis.grecaptcha;
  if (!recaptcha) throw new Error('recaptcha is not there');
  await new Promise<void>((done) => recaptcha.ready(done));
  return recaptcha;
}

/** Where the page's policy lets only trusted scripts in, this one is. */
function scriptUrl(): string {
  const factory: unknown = globalThis.trustedTypes;
  if (!isFactory(factory)) return SCRIPT;
  return factory.createPolicy('touchline-captcha', { createScriptURL: (url) => url }).createScriptURL(SCRIPT);
}

function isFactory(factory: unknown): factory is { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } {
  return typeof factory === 'object' && factory !== null && 'createPolicy' in factory;
}
