import type { PageLink } from '@touchline/api';

const plain = (path: string): string => `/${path.replaceAll(/^\/+|\/+$/g, '')}`;

/** The channel's page at this path; slashes at either end do not matter. */
export function findPage(pages: readonly PageLink[], path: string): PageLink | undefined {
  const wanted = plain(path);
  return wanted === '/' ? undefined : pages.find(({ url }) => plain(url) === wanted);
}
