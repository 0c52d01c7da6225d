/** The query of the profile's address: which of its lists is open. Orders, and of them the active ones, need no word. */
export interface ProfileSearch {
  readonly tab?: 'transactions' | 'clips';
  readonly orders?: 'all';
}

/** What of a query counts. */
export function profileSearch({ tab, orders }: Readonly<Record<string, unknown>>): ProfileSearch {
  return {
    ...((tab === 'transactions' || tab === 'clips') && { tab }),
    ...(orders === 'all' && { orders }),
  };
}
