import type { Connection } from '../connection.ts';
import type { DeviceCode, Profile, Registration, SignedLink, SocialProvider } from '../types.ts';
import { type PasskeyQuestion, question, unnamed } from './passkey-json.ts';
import { unwrap } from './unwrap.ts';

/** Logs in, and keeps the key that comes with it. The token is for a server that has asked for one. */
export async function logIn(
  connection: Connection,
  email: string,
  password: string,
  captcha?: string,
): Promise<Profile> {
  return keepKey(
    connection,
    await unwrap(connection.client.POST('/v2/auth/login', { body: { email, password, ...token(captcha) } })),
  );
}

/** Makes an account and logs in; null where the link in a mail has to be followed first. */
export async function register(connection: Connection, account: Registration): Promise<Profile | null> {
  return keepKey(connection, await unwrap(connection.client.POST('/v2/auth/register', { body: account })));
}

/** Follows the link in a mail; returns the member when it completes a registration by mail. */
export async function verifyEmail(connection: Connection, link: SignedLink): Promise<Profile | null> {
  return keepKey(connection, await unwrap(connection.client.POST('/auth/email-verify', { body: link })));
}

/** The owner of the old address takes a change of address back. */
export async function undoEmailChange(connection: Connection, link: SignedLink): Promise<void> {
  await unwrap(connection.client.POST('/auth/email-undo', { body: link }));
}

/** The answer is the same whether the address has an account or not, unless the channel wants to tell. */
export async function requestPasswordReset(connection: Connection, email: string, captcha?: string): Promise<void> {
  await unwrap(connection.client.POST('/auth/password-reset-request', { body: { email, ...token(captcha) } }));
}

/** Sets the password by the link in a mail; all sessions end. */
export async function resetPassword(
  connection: Connection,
  link: SignedLink,
  password: string,
  confirmation: string,
): Promise<void> {
  await unwrap(
    connection.client.POST('/auth/password-reset', {
      body: { ...link, password, password_confirmation: confirmation },
    }),
  );
}

/** Has a code of six digits sent to an address; the answer is the same whether it has an account or not. */
export async function requestLoginCode(connection: Connection, email: string, captcha?: string): Promise<void> {
  await unwrap(connection.client.POST('/auth/login-code', { body: { email, ...token(captcha) } }));
}

export async function logInByCode(connection: Connection, email: string, code: string): Promise<Profile> {
  return keepKey(
    connection,
    await unwrap(connection.client.POST('/auth/login-code/confirm', { body: { email, code } })),
  );
}

/** The provider's address, which the browser goes to and comes back from. */
export async function startSocialLogin(
  { client }: Connection,
  provider: SocialProvider,
  returnTo?: string,
): Promise<string> {
  const body = returnTo === undefined ? {} : { return: returnTo };
  const params = { path: { provider } };
  const { url } = await unwrap(client.POST('/v2/auth/social/{provider}', { params, body }));
  return url;
}

/** Redeems the code of a social login; the password connects the two where the address has an account already. */
export async function addSession(
  connection: Connection,
  code: string,
  password?: string,
  captcha?: string,
): Promise<Profile | null> {
  const body = { code, ...(password !== undefined && { password }), ...token(captcha) };
  return keepKey(connection, await unwrap(connection.client.POST('/auth/add_session', { body })));
}

export function startDeviceLogin(connection: Connection): Promise<DeviceCode> {
  return unwrap(connection.client.POST('/auth/device-code', { body: {} }));
}

interface DeviceSession {
  status: 'pending' | 'approved' | 'expired';
  /** The member who approved the device. */
  user: Profile | null;
}

/** Asks whether a member has approved this device, and logs it in then. */
export async function askDeviceSession(connection: Connection, deviceToken: string): Promise<DeviceSession> {
  const answer = await unwrap(connection.client.POST('/auth/device-session', { body: { device_token: deviceToken } }));
  return { status: answer.status, user: keepKey(connection, answer) };
}

export async function beginPasskeyLogin({
  client,
}: Connection): Promise<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>> {
  return question(await unwrap(client.POST('/auth/passkey-login/begin', { body: {} })));
}

/** Logs in by what the browser's passkey has signed. */
export async function finishPasskeyLogin(connection: Connection, ticket: string, credential: object): Promise<Profile> {
  return keepKey(
    connection,
    await unwrap(connection.client.POST('/auth/passkey-login', { body: { ticket, credential: unnamed(credential) } })),
  );
}

const token = (captcha: string | undefined) => (captcha === undefined ? {} : { recaptcha_token: captcha });

/** The key of an answer takes the place of the one that was used. */
function keepKey<User extends Profile | null>(
  { keys }: Connection,
  { api_key, user }: { api_key: string | null; user: User },
): User {
  if (api_key !== null) keys.adopt(api_key);
  return user;
}
