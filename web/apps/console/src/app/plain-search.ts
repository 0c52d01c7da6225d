/** Addresses hold plain text: a search for `1e3` must not be taken for a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
