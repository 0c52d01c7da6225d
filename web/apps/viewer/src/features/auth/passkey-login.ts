import { beginPasskeyLogin, type Connection, finishPasskeyLogin, type Profile } from '@touchline/api';
import { logInOrResume } from './log-in-or-resume.ts';
import { assertionJson, requestOptions } from './webauthn-json.ts';

export const passkeysWork = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether the browser can offer passkeys where it offers addresses, in the field itself. */
export async function fieldOffersPasskeys(): Promise<boolean> {
  if (!passkeysWork()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

interface Asking {
  /** `conditional` offers the passkey in the field, without a dialog. */
  readonly mediation: 'optional' | 'conditional';
  readonly signal: AbortSignal;
}

/** Logs in by a passkey; null where its owner thought better of it. */
export async function logInByPasskey(connection: Connection, { mediation, signal }: Asking): Promise<Profile | null> {
  const { ticket, options } = await beginPasskeyLogin(connection);
  const credential = await ask(requestOptions(options.publicKey), { mediation, signal });
  if (!credential) return null;
  return logInOrResume(connection, () => finishPasskeyLogin(connection, ticket, assertionJson(credential)));
}

async function ask(
  publicKey: PublicKeyCredentialRequestOptions,
  { mediation, signal }: Asking,
): Promise<PublicKeyCredential | null> {
  try {
    const credential = await navigator.credentials.get({ publicKey, mediation, signal });
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    // Browsers give the same error for a refusal, a timeout and a missing passkey.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
