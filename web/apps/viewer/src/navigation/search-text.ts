const MAX_LENGTH = 200;

/** A short text of an address's query; anything else counts as absent. */
export function searchText(value: unknown): string | undefined {
  // The router reads "2026" in an address as a number, but it is a valid search text.
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found.trim() !== '' ? found.trim().slice(0, MAX_LENGTH) : undefined;
}
