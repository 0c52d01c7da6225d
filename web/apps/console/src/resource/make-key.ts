/** An idempotency key. */
export function makeKey(): string {
  // `randomUUID` is not there on pages without https.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
