import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import type { Profile } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** Who is logged in, or null. Every page asks, so this stands apart from what few of them do with it. */
export async function fetchProfile({ client }: Connection): Promise<Profile | null> {
  try {
    return await unwrap(client.GET('/profile'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
