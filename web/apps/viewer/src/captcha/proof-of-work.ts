import type { ProofOfWork } from '@touchline/api';
// The browser's own digest wants https and waits for each hash, which is slower than this one.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** So long may the page stand still at a time: less than a frame. */
const SLICE_MS = 8;
/** Looking at the clock costs as much as a few hashes. */
const BETWEEN_LOOKS = 64;

/** Finds the number that follows the salt, and tells it in the words of ALTCHA. The page stays usable meanwhile. */
export async function solve({ algorithm, challenge, salt, signature, maxnumber }: ProofOfWork): Promise<string> {
  if (algorithm !== 'SHA-256') throw new Error(`cannot prove work by ${algorithm}`);
  const start = sha256.create().update(utf8ToBytes(salt));
  const wanted = challenge.toLowerCase();
  let since = performance.now();
  for (let number = 0; number <= maxnumber; number += 1) {
    if (
      bytesToHex(
        start
          .clone()
          .update(utf8ToBytes(String(number)))
          .digest(),
      ) === wanted
    ) {
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
    if (number % BETWEEN_LOOKS === 0 && performance.now() - since > SLICE_MS) {
      await breath();
      since = performance.now();
    }
  }
  throw new Error('no number proves the work');
}

/** Lets the page do what waits: a message is heard after it, and sooner than a timer. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
