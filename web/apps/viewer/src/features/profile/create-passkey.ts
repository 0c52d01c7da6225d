import { addPasskey, beginPasskey, type Connection } from '@touchline/api';

/** Whether the browser can make one from what the server sends. */
export function canMakePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Has the browser make a passkey and the server keep it. Throws what either says. */
export async function createPasskey(connection: Connection, name: string): Promise<void> {
  const { ticket, options } = await beginPasskey(connection);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey);
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey was made', 'NotAllowedError');
  await addPasskey(connection, { ticket, name, credential: credential.toJSON() });
}

const DEVICES = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const;

/** A first idea of what to call it. */
export function deviceName(userAgent: string): string {
  return DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
}
