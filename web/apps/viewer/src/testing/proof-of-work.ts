import type { ProofOfWork } from '@touchline/api';

/** A proof-of-work challenge of the captcha and its answer, by the browser's own digest, so that the two check each other. */
export async function makeProofOfWork(
  number: number,
  maxnumber: number,
  salt = 'a salt?expires=1&',
): Promise<ProofOfWork> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}${number}`));
  const challenge = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { algorithm: 'SHA-256', challenge, salt, signature: 'signed', maxnumber };
}
