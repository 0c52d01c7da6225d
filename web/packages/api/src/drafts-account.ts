import type { ApiClient } from './connection.ts';

/** What a profile says besides what the generated types know. */
export interface ProfileDraft {
  email_verified: boolean;
  /** Where a change of address waits to be confirmed. */
  pending_email: string | null;
  /** Who came by a social login may have none. */
  has_password: boolean;
  language: 'en' | 'fr' | 'bg' | null;
}

/** A device that is logged in. Times are seconds since 1970. */
export interface SessionInfo {
  id: number;
  device: string;
  /** Two letters. */
  country: string | null;
  current: boolean;
  created_at: number;
  last_used_at: number;
}

export interface Passkey {
  id: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Where the browser's part of making a passkey begins. */
export interface PasskeyBeginning {
  ticket: string;
  options: { publicKey: PublicKeyCredentialCreationOptionsJSON };
}

export interface AddedSession {
  api_key: string | null;
  device: string | null;
}

export interface EventAccess {
  event_id: number;
  features: string[];
  reason: string;
}

export interface Access {
  capabilities: string[];
  events: EventAccess[];
}

interface Enveloped<T> {
  data?: { data: T; meta: { total?: number } };
  response: Response;
}

interface Init {
  body?: object;
  params?: { path?: Readonly<Record<string, unknown>>; query?: Readonly<Record<string, unknown>> };
  signal?: AbortSignal | null;
}

interface DraftClient {
  GET<T>(path: string, init?: Init): Promise<Enveloped<T>>;
  GET(path: string, init: Init & { parseAs: 'blob' }): Promise<{ data?: Blob; response: Response }>;
  POST<T>(path: string, init: Init): Promise<Enveloped<T>>;
  DELETE<T>(path: string, init?: Init): Promise<Enveloped<T>>;
}

/** The client for calls that the generated types do not know yet. */
export function drafts(client: ApiClient): DraftClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The same object: only its types lag behind.
  return client as unknown as DraftClient;
}
