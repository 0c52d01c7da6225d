import type { Bootstrap } from '@touchline/api';
import { type LinkTarget, linkTarget } from '../navigation/link-target.ts';

export interface NamedLink {
  readonly key: string;
  readonly name: string;
  readonly target: LinkTarget;
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

/** The channel's own links for a place. */
export function ownLinks(own: Own, place: 'header' | 'footer'): readonly NamedLink[] {
  return own.menu.links
    .filter((link) => link.place === place)
    .flatMap(({ id, name, url }) => namedLink(own, { key: `link-${id}`, name }, url));
}
