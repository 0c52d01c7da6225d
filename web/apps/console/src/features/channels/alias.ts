const MAX_LENGTH = 63;

/** An alias for a name: its letters and digits, with hyphens between the words. */
export function aliasOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/u, '');
}
