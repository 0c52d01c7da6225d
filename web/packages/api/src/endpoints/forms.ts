import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import type { CustomForm } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** A form of the channel, or null where it has none of that name. */
export async function fetchForm(
  { client }: Connection,
  alias: string,
  signal: AbortSignal | null = null,
): Promise<CustomForm | null> {
  try {
    return await unwrap(client.GET('/custom-forms/{alias}', { params: { path: { alias } }, signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Visitors bring the token of a captcha; members need none. */
export async function sendForm(
  { client }: Connection,
  alias: string,
  fields: readonly { name: string; value: string }[],
  captcha?: string,
): Promise<void> {
  const body = { fields: [...fields], ...(captcha !== undefined && { recaptcha_token: captcha }) };
  await unwrap(client.POST('/custom-forms/{alias}', { params: { path: { alias } }, body }));
}
