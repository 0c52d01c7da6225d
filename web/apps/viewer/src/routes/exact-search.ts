type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a route and nothing else. The router lays what was read over what stands in the address, so that
 * whatever was dropped has to be said, or a screen would find it there after all.
 */
export function exactSearch<T extends object>(read: (query: Query) => T): (query: Query) => T {
  return (query) => ({ ...Object.fromEntries(Object.keys(query).map((name) => [name, undefined])), ...read(query) });
}
