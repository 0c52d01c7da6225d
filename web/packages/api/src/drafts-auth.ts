import type { Connection } from './connection.ts';
import { drafts } from './drafts-account.ts';
import { unwrap } from './endpoints/unwrap.ts';
import type { Profile, Settings } from './types.ts';

/** Calls around an account that the generated schema does not describe yet, and what they take and answer. */
interface Calls {
  '/v2/auth/login': { body: { email: string; password: string; recaptcha_token?: string }; answer: LoggedIn };
  '/v2/auth/register': { body: Registration; answer: PerhapsLoggedIn };
  '/v2/auth/social/google': { body: { return?: string }; answer: { url: string } };
  '/v2/auth/social/facebook': { body: { return?: string }; answer: { url: string } };
  '/auth/email-verify': { body: SignedLink; answer: PerhapsLoggedIn };
  '/auth/email-undo': { body: SignedLink; answer: { undone: true } };
  '/auth/password-reset-request': { body: { email: string; recaptcha_token?: string }; answer: { sent: true } };
  '/auth/password-reset': {
    body: SignedLink & { password: string; password_confirmation: string };
    answer: { reset: true };
  };
  '/auth/login-code': { body: { email: string; recaptcha_token?: string }; answer: { sent: true } };
  '/auth/login-code/confirm': { body: { email: string; code: string }; answer: LoggedIn };
  '/auth/add_session': { body: { code: string; password?: string }; answer: PerhapsLoggedIn };
  '/auth/device-code': { body: object; answer: DeviceCode };
  '/auth/device-session': {
    body: { device_token: string };
    answer: PerhapsLoggedIn & { status: 'pending' | 'approved' | 'expired' };
  };
  '/auth/passkey-login/begin': { body: object; answer: PasskeyQuestion };
  '/auth/passkey-login': { body: { ticket: string; credential: unknown }; answer: LoggedIn };
}

interface LoggedIn {
  api_key: string;
  user: Profile;
}

interface PerhapsLoggedIn {
  api_key: string | null;
  user: Profile | null;
}

/** What a link in a mail carries. */
export interface SignedLink {
  email: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

/** A new account; with the code of a social login the provider vouches for the address, and no password is needed. */
export interface Registration {
  first_name?: string;
  last_name?: string;
  email?: string;
  password?: string;
  password_confirmation?: string;
  terms: boolean;
  language?: string;
  recaptcha_token?: string;
  code?: string;
}

/** A code that somebody who is logged in elsewhere lets in. */
export interface DeviceCode {
  code: string;
  device_token: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds. */
  poll_every: number;
  /** Where the code is to be typed in. */
  url: string;
}

export interface PasskeyQuestion {
  ticket: string;
  /** What the browser is asked, in the JSON form of the standard. */
  options: { publicKey: PublicKeyCredentialRequestOptionsJSON };
}

/** A riddle as ALTCHA poses it: which number after the salt has this digest? */
export interface ProofOfWork {
  algorithm: string;
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
}

export type Captcha =
  | { kind: 'none' }
  | { kind: 'recaptcha'; site_key: string }
  | { kind: 'pow'; challenge: ProofOfWork };

export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

interface AuthSettings {
  /** The providers that the channel has set up. */
  readonly social: readonly SocialProvider[];
  /** An account is there only once the link in the mail has been followed. */
  readonly registrationByMail: boolean;
}

/** How the channel lets people in. */
export function authSettings(settings: Settings): AuthSettings {
  const { auth }: Settings & { auth?: { social?: readonly string[]; registration_by_mail?: boolean } } = settings;
  return {
    social: SOCIAL_PROVIDERS.filter((provider) => auth?.social?.includes(provider)),
    registrationByMail: auth?.registration_by_mail === true,
  };
}

export function post<Path extends keyof Calls>(
  { client }: Connection,
  path: Path,
  body: Calls[Path]['body'],
): Promise<Calls[Path]['answer']> {
  return unwrap(drafts(client).POST<Calls[Path]['answer']>(path, { body }));
}

export function getCaptcha({ client }: Connection): Promise<Captcha> {
  return unwrap(drafts(client).GET<Captcha>('/captcha'));
}
