/** A word for one thing to be made: however often it is sent, the server makes one. */
export function makeKey(): string {
  // `randomUUID` is not there on pages without https.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
