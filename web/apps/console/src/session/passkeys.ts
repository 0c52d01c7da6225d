import {
  addMyPasskey,
  beginMyPasskey,
  beginPasskeyLogin,
  logInWithPasskey,
  type Session,
} from '@touchline/api/console';

/** Whether the browser can read what the server asks a passkey. */
export function passkeysWork(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Logs in by a passkey; null where its owner thought better of it. */
export async function logInByPasskey(): Promise<Session | null> {
  const { ticket, options } = await beginPasskeyLogin();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
  const credential = await unlessRefused(navigator.credentials.get({ publicKey }));
  return credential && logInWithPasskey(ticket, credential.toJSON());
}

/** Has the browser make a passkey and the server keep it; false where its owner thought better of it. */
export async function createPasskey(name: string, password?: string): Promise<boolean> {
  const { ticket, options } = await beginMyPasskey(password);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey);
  const credential = await unlessRefused(navigator.credentials.create({ publicKey }));
  if (credential) await addMyPasskey(ticket, name, credential.toJSON());
  return credential !== null;
}

/** Browsers give the same error for a refusal, a timeout and a missing passkey. */
async function unlessRefused(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await asked;
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
