import { scriptLoader } from '../third-party/script-loader.ts';

/** The part of Google's script that is used here. */
interface Recaptcha {
  ready(done: () => void): void;
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): number;
  execute(widget: number): void;
}

declare global {
  var grecaptcha: Recaptcha | undefined;
}

const loadScript = scriptLoader('https://www.google.com/recaptcha/api.js?render=explicit', 'touchline-captcha');

/** Google's invisible check: a token at once, or after a challenge. */
export async function askRecaptcha(siteKey: string): Promise<string> {
  await loadScript();
  const recaptcha = globalThis.grecaptcha;
  if (!recaptcha) throw new Error('recaptcha is not there');
  await new Promise<void>((done) => recaptcha.ready(done));
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
