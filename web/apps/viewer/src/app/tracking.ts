import type { Stored } from '@touchline/api';

const MAX_LENGTH = 200;

/** Stores the `trk` parameter for later orders. */
export function keepTracking(stored: Stored, search: string): void {
  const word = new URLSearchParams(search).get('trk');
  if (word) stored.set('trk', word.slice(0, MAX_LENGTH));
}
