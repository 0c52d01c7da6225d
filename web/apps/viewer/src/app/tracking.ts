import type { Stored } from '@touchline/api';

const LONGEST = 200;

/** Keeps the word that an outer link brings along, for the orders that come of it. */
export function keepTracking(stored: Stored, search: string): void {
  const word = new URLSearchParams(search).get('trk');
  if (word) stored.set('trk', word.slice(0, LONGEST));
}
