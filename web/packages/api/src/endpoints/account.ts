import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import type {
  Access,
  AskingDevice,
  NewPlayerAddress,
  Passkey,
  PlayerAddresses,
  Profile,
  ProfileChanges,
  SessionInfo,
  SignedLink,
} from '../types.ts';
import { type PasskeyQuestion, question, unnamed } from './passkey-json.ts';
import { unwrap } from './unwrap.ts';

/** Changes the profile; a new password ends all other sessions and brings a new key. */
export async function updateProfile({ client, keys }: Connection, changes: ProfileChanges): Promise<Profile> {
  const body = { _method: 'patch', ...changes };
  const { api_key, ...profile } = await unwrap(client.POST('/profile', { body }));
  if (api_key) keys.adopt(api_key);
  return profile;
}

/** Sends the mail again that confirms an address: the member's own, or the one that waits. */
export async function resendVerification({ client }: Connection): Promise<void> {
  await unwrap(client.POST('/auth/verify-resend', { body: {} }));
}

/** The devices that the member is logged in on. */
export function fetchSessions({ client }: Connection, signal: AbortSignal | null = null): Promise<SessionInfo[]> {
  return unwrap(client.GET('/sessions', { signal }));
}

export async function endSession({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.DELETE('/sessions/{id}', { params: { path: { id } } }));
}

/** Ends all sessions but this one, and tells how many. */
export async function endOtherSessions({ client }: Connection): Promise<number> {
  const { ended } = await unwrap(client.POST('/sessions/end-others', { body: {} }));
  return ended;
}

/** The device that shows this code, for its owner to recognise. */
export function lookUpDevice({ client }: Connection, code: string): Promise<AskingDevice> {
  return unwrap(client.POST('/auth/device-lookup', { body: { code } }));
}

/** Lets the device in that shows this code and was looked at, and gives its name. */
export async function letDeviceIn({ client }: Connection, code: string, confirmation: string): Promise<string> {
  const { device } = await unwrap(client.POST('/auth/add_session', { body: { code, confirmation } }));
  return device ?? '';
}

export function fetchPasskeys({ client }: Connection, signal: AbortSignal | null = null): Promise<Passkey[]> {
  return unwrap(client.GET('/auth/passkeys', { signal }));
}

/** Where the browser's part of making a passkey begins. */
export async function beginPasskey({
  client,
}: Connection): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>> {
  return question(await unwrap(client.POST('/auth/passkeys/begin', { body: {} })));
}

/** Keeps what the browser made. */
export function addPasskey(
  { client }: Connection,
  made: { ticket: string; name: string; credential: object },
): Promise<Passkey> {
  return unwrap(client.POST('/auth/passkeys', { body: { ...made, credential: unnamed(made.credential) } }));
}

export async function removePasskey({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.DELETE('/auth/passkeys/{id}', { params: { path: { id } } }));
}

/** The member's private addresses for televisions and other players. */
export function fetchPlayerAddresses(
  { client }: Connection,
  signal: AbortSignal | null = null,
): Promise<PlayerAddresses> {
  return unwrap(client.GET('/player-addresses', { signal }));
}

/** Makes one; the answer is the only one that ever holds it. */
export function createPlayerAddress({ client }: Connection, name: string): Promise<NewPlayerAddress> {
  return unwrap(client.POST('/player-addresses', { body: { name } }));
}

export async function revokePlayerAddress({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.DELETE('/player-addresses/{id}', { params: { path: { id } } }));
}

/** Asks for the mail whose link deletes the account. */
export async function requestDeletion({ client }: Connection, password?: string): Promise<void> {
  const body = password === undefined ? {} : { current_password: password };
  await unwrap(client.POST('/profile/delete', { body }));
}

/** Deletes the account that a signed link is about. */
export async function confirmDeletion({ client }: Connection, link: SignedLink): Promise<void> {
  await unwrap(client.POST('/delete-account-confirm', { body: link }));
}

/** All that is kept about the member, as a file. */
export async function exportData({ client }: Connection): Promise<Blob> {
  const { data, response } = await client.GET('/profile/export', { parseAs: 'blob' });
  if (data) return data;
  const { status } = response;
  throw new ApiError({ status, message: 'empty answer', code: 'empty_answer', fields: {}, retryAfter: null });
}

/** What the visitor may do, in general and with each of these games. */
export function fetchAccess(
  { client }: Connection,
  events: readonly number[],
  signal: AbortSignal | null = null,
): Promise<Access> {
  const query = events.length > 0 ? { event_id: events.join(',') } : {};
  return unwrap(client.GET('/user/access', { params: { query }, signal }));
}
