import { lengthOf, PASSWORD_LENGTH } from './field-rules.ts';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** Different characters that a password needs, besides its length, to count as more than weak. */
const FEW_CHARACTERS = 5;
const FAIR_LENGTH = 12;
const STRONG_LENGTH = 16;

/** A hint while one types: length counts most, and what repeats itself does not. The server decides. */
export function passwordStrength(password: string): Strength {
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH.least) return 'short';
  const characters = new Set(Array.from(password.toLowerCase())).size;
  if (characters <= FEW_CHARACTERS) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  // Another kind of character is worth about one more of them.
  const worth = length + kinds - 1;
  if (worth >= STRONG_LENGTH) return 'strong';
  return worth >= FAIR_LENGTH ? 'fair' : 'weak';
}
