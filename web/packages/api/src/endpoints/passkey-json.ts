import type { components } from '../schema.d.ts';

/** What the browser is asked, in the JSON form of the standard, and the word to come back with. */
export interface PasskeyQuestion<Options> {
  ticket: string;
  options: { publicKey: Options };
}

/** The document leaves open what the standard describes, and so do its types: an object, and no word about its fields. */
type Unnamed = Record<string, never>;

export function question<Options>(answer: components['schemas']['PasskeyQuestion']): PasskeyQuestion<Options> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server makes it by the standard.
  return answer as unknown as PasskeyQuestion<Options>;
}

export function unnamed(credential: object): Unnamed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The browser makes it by the standard.
  return credential as Unnamed;
}
