import type { Bootstrap } from '@touchline/api';
import { type LinkTarget, linkTarget } from '../navigation/link-target.ts';

export interface NamedLink {
  readonly key: string;
  readonly name: string;
  readonly target: LinkTarget;
  /** The links that stand under it. */
  readonly under?: readonly NamedLink[];
}

type Own = Pick<Bootstrap, 'menu' | 'pages'>;

/** A link by its name, or nothing where its address leads to no screen. */
export function namedLink({ pages }: Pick<Own, 'pages'>, link: Omit<NamedLink, 'target'>, url: string): NamedLink[] {
  const target = linkTarget(
    url,
    pages.map((page) => page.url),
  );
  return target ? [{ ...link, target }] : [];
}

/** The channel's own links for a place, or those under one of them. */
export function ownLinks(own: Own, place: 'header' | 'footer', parent?: number): readonly NamedLink[] {
  return own.menu.links
    .filter((link) => link.place === place && link.parent_id === parent)
    .flatMap(({ id, name, url }) => {
      const under = ownLinks(own, place, id);
      const [link] = namedLink(own, { key: `link-${id}`, name, ...(!parent && { under }) }, url);
      return link ? [link] : under;
    });
}

/** A link, and those under it. */
export const withUnder = (link: NamedLink): readonly NamedLink[] => [link, ...(link.under ?? [])];
