type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a route and nothing else. The router lays what was read over what stands in the address, so that
 * whatever was dropped has to be said, or a screen would find it there after all.
 */
export function exactSearch<T extends object>(read: (query: Query) => T): (query: Query) => T {
  return (query) => ({ ...Object.fromEntries(Object.keys(query).map((name) => [name, undefined])), ...read(query) });
}

const stands = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The names of an address that stand for something, but with a value that means nothing there. */
export function senseless<T extends object>(
  query: Query,
  read: (query: Query) => T,
  meant: Readonly<Record<string, keyof T>>,
): readonly string[] {
  const found = read(query);
  return Object.entries(meant).flatMap(([name, key]) =>
    stands(query[name]) && found[key] === undefined ? [name] : [],
  );
}
