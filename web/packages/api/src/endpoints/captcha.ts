import type { Connection } from '../connection.ts';
import type { Captcha } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** The proof that a form needs from a visitor. */
export function fetchCaptcha({ client }: Connection): Promise<Captcha> {
  return unwrap(client.GET('/captcha'));
}
