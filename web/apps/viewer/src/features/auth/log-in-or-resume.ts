import { ApiError, type Connection, fetchProfile, type Profile } from '@touchline/api';

/** Runs a login; a login that another tab finished meanwhile counts as well. */
export async function logInOrResume(connection: Connection, logIn: () => Promise<Profile>): Promise<Profile> {
  try {
    return await logIn();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'already_logged_in') throw error;
    const user = await fetchProfile(connection);
    if (!user) throw error;
    connection.keys.adopt(await connection.keys.apiKey());
    return user;
  }
}
