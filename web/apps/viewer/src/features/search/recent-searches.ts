import type { Stored } from '@touchline/api';

const MAX_SEARCHES = 5;

type Memory = Pick<Stored, 'get' | 'set' | 'remove'>;

export function recentSearches(stored: Memory): readonly string[] {
  return stored.get('recent_searches') ?? [];
}

/** Remembers what was looked for, latest first, each once whatever its case. */
export function rememberSearch(stored: Memory, text: string): void {
  const wanted = text.trim();
  if (!wanted) return;
  const others = recentSearches(stored).filter((one) => one.toLowerCase() !== wanted.toLowerCase());
  stored.set('recent_searches', [wanted, ...others].slice(0, MAX_SEARCHES));
}
