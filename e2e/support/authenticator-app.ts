// An authenticator app: makes the codes of RFC 6238 from the key that a page shows.
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class AuthenticatorApp {
  private readonly key: Buffer;
  private lastStep = 0;

  constructor(text: string) {
    const bits = Array.from(text.replaceAll(/\s/g, ''), (letter) =>
      alphabet.indexOf(letter).toString(2).padStart(5, '0'),
    );
    this.key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** A code that was not used yet: this moment's, or the next one's, which a server takes from a clock that is ahead. */
  code(): string {
    this.lastStep = Math.max(this.lastStep + 1, Math.floor(Date.now() / 30_000));
    const step = Buffer.alloc(8);
    step.writeBigUInt64BE(BigInt(this.lastStep));
    const hash = createHmac('sha1', this.key).update(step).digest();
    const number = hash.readUInt32BE((hash.at(-1) ?? 0) % 16) % 2 ** 31;
    return String(number % 1_000_000).padStart(6, '0');
  }
}
