/** Everything of a media address up to its token, the token, and what follows. */
const ADDRESS = /^((?:https?:\/\/[^/]+)?\/media\/)([^/?#]+)(.*)$/s;

/** The token of a media address; null for any other address. */
export function tokenOf(address: string): string | null {
  return ADDRESS.exec(address)?.[2] ?? null;
}

/** The same file under another token. An address that has none stays as it is. */
export function withToken(address: string, token: string | null): string {
  if (token === null) return address;
  return address.replace(ADDRESS, (_, before: string, __, after: string) => `${before}${token}${after}`);
}
