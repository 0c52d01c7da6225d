import type { Connection } from '../connection.ts';
import type { Profile } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** Logs in, and keeps the key that comes with it. */
export async function logIn({ client, keys }: Connection, email: string, password: string): Promise<Profile> {
  const { api_key, user } = await unwrap(client.POST('/v2/auth/login', { body: { email, password } }));
  keys.adopt(api_key);
  return user;
}

/** Logs out: the key of the login is dropped and an anonymous one is kept. */
export async function logOut({ client, keys }: Connection): Promise<void> {
  const { api_key } = await unwrap(client.POST('/auth/logout', { body: {} }));
  keys.release(api_key);
}
