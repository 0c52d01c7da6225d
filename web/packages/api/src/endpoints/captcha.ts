import type { Connection } from '../connection.ts';
import type { Captcha } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** What the server wants to see from a visitor who sends a form. */
export function fetchCaptcha({ client }: Connection): Promise<Captcha> {
  return unwrap(client.GET('/captcha'));
}
