import type { SetupIntent } from '@touchline/api';

/** Where a card is typed. Its number goes to the provider, and never to our own server. */
export interface CardInput {
  /** Whether nothing has been typed. */
  isEmpty(): boolean;
  /** The provider's id of the card; null where something is wrong, which the form then shows. */
  makeMethod(): Promise<string | null>;
  /** Saves the card; false where something is wrong, which the form then shows. */
  confirm(intent: SetupIntent): Promise<boolean>;
  /** Shows why the card was refused, and forgets its cvc. */
  refuse(words: string): void;
}

/** The provider cannot be reached, or does not know what to say. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
