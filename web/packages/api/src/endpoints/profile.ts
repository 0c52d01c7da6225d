import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import type { Profile } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** The member, or null. Every page asks, so this stands apart from calls that few pages make. */
export async function fetchProfile({ client }: Connection): Promise<Profile | null> {
  try {
    return await unwrap(client.GET('/profile'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
