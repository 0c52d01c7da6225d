interface Named {
  readonly name: string;
  readonly alias: string | null;
}

/** The word for an address: the alias, or else the name. */
export function filterValue({ alias, name }: Named): string {
  return alias || name;
}
