import type { Connection } from '../connection.ts';
import {
  type AddedSession,
  type Access,
  drafts,
  type Passkey,
  type PasskeyBeginning,
  type SessionInfo,
} from '../drafts-account.ts';
import type { SignedLink } from '../drafts-auth.ts';
import { ApiError } from '../errors.ts';
import type { Profile } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** What a member may change about themselves; what is left out stays. */
export interface ProfileChanges {
  first_name?: string;
  last_name?: string;
  language?: string;
  /** Waits at the new address to be confirmed. */
  email?: string;
  current_password?: string;
  password?: string;
  password_confirmation?: string;
}

/** Changes the profile; a new password ends all other sessions and brings a new key. */
export async function updateProfile({ client, keys }: Connection, changes: ProfileChanges): Promise<Profile> {
  const body = { _method: 'patch', ...changes };
  const answer = drafts(client).POST<Profile & { api_key: string | null }>('/profile', { body });
  const { api_key, ...profile } = await unwrap(answer);
  if (api_key) keys.adopt(api_key);
  return profile;
}

/** Sends the mail again that confirms an address: the member's own, or the one that waits. */
export async function resendVerification({ client }: Connection): Promise<void> {
  await unwrap(drafts(client).POST<unknown>('/auth/verify-resend', { body: {} }));
}

/** The devices that the member is logged in on. */
export function fetchSessions({ client }: Connection, signal: AbortSignal | null = null): Promise<SessionInfo[]> {
  return unwrap(drafts(client).GET<SessionInfo[]>('/sessions', { signal }));
}

export async function endSession({ client }: Connection, id: number): Promise<void> {
  await unwrap(drafts(client).DELETE<unknown>('/sessions/{id}', { params: { path: { id } } }));
}

/** Ends all sessions but this one, and tells how many. */
export async function endOtherSessions({ client }: Connection): Promise<number> {
  const { ended } = await unwrap(drafts(client).POST<{ ended: number }>('/sessions/end-others', { body: {} }));
  return ended;
}

/** Lets the device in that shows this code, and gives its name. */
export async function letDeviceIn({ client }: Connection, code: string): Promise<string> {
  const { device } = await unwrap(drafts(client).POST<AddedSession>('/auth/add_session', { body: { code } }));
  return device ?? '';
}

export function fetchPasskeys({ client }: Connection, signal: AbortSignal | null = null): Promise<Passkey[]> {
  return unwrap(drafts(client).GET<Passkey[]>('/auth/passkeys', { signal }));
}

export function beginPasskey({ client }: Connection): Promise<PasskeyBeginning> {
  return unwrap(drafts(client).POST<PasskeyBeginning>('/auth/passkeys/begin', { body: {} }));
}

/** Keeps what the browser made. */
export function addPasskey(
  { client }: Connection,
  made: { ticket: string; name: string; credential: object },
): Promise<Passkey> {
  return unwrap(drafts(client).POST<Passkey>('/auth/passkeys', { body: made }));
}

export async function removePasskey({ client }: Connection, id: number): Promise<void> {
  await unwrap(drafts(client).DELETE<unknown>('/auth/passkeys/{id}', { params: { path: { id } } }));
}

/** Asks for the mail whose link deletes the account. */
export async function requestDeletion({ client }: Connection, password?: string): Promise<void> {
  const body = password === undefined ? {} : { current_password: password };
  await unwrap(drafts(client).POST<unknown>('/profile/delete', { body }));
}

/** Deletes the account that a signed link is about. */
export async function confirmDeletion({ client }: Connection, link: SignedLink): Promise<void> {
  await unwrap(drafts(client).POST<unknown>('/delete-account-confirm', { body: link }));
}

/** All that is kept about the member, as a file. */
export async function exportData({ client }: Connection): Promise<Blob> {
  const { data, response } = await drafts(client).GET('/profile/export', { parseAs: 'blob' });
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
  return unwrap(drafts(client).GET<Access>('/user/access', { params: { query }, signal }));
}
