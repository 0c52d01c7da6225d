import type { Connection } from '../connection.ts';
import { unwrap } from './unwrap.ts';

/** Logs out: the key of the login is dropped and an anonymous one is kept. Apart from the login: every page has it. */
export async function logOut({ client, keys }: Connection): Promise<void> {
  const { api_key } = await unwrap(client.POST('/auth/logout', { body: {} }));
  keys.release(api_key);
}
