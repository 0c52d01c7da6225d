import type { Bootstrap } from '@touchline/api';
import type { Translate } from '@touchline/i18n';
import { findPage } from '../navigation/find-page.ts';
import { type NamedLink, namedLink, ownLinks, withUnder } from './named-links.ts';

const ABOUT = [
  { path: '/about', label: 'nav.about' },
  { path: '/contacts', label: 'nav.contacts' },
  { path: '/faq', label: 'nav.faq' },
] as const;

const LEGAL = [
  { path: '/privacy_policy', label: 'nav.privacy' },
  { path: '/terms_conditions', label: 'nav.terms' },
] as const;

type Own = Pick<Bootstrap, 'menu' | 'pages' | 'faq'>;

/** Everything that the footer links to: our own pages about the channel, what its operator added, and the legal ones; each address once. */
export function footerLinks(own: Own, t: Translate): { links: readonly NamedLink[]; legal: readonly NamedLink[] } {
  const { pages, faq } = own;
  // A page that the channel wrote for one of our addresses lends it its name.
  const builtIn = ({ path, label }: (typeof ABOUT | typeof LEGAL)[number]) =>
    namedLink(own, { key: path, name: findPage(pages, path)?.name ?? t(label) }, path);
  const standIns = new Set([...ABOUT, ...LEGAL].map(({ path }) => findPage(pages, path)));
  const legal = LEGAL.flatMap(builtIn);
  const links = [
    ...ABOUT.filter(({ path }) => path !== '/faq' || faq.length > 0).flatMap(builtIn),
    ...pages
      .filter((page) => !standIns.has(page))
      .flatMap(({ id, name, url }) => namedLink(own, { key: `page-${id}`, name }, url)),
    ...ownLinks(own, 'footer').flatMap(withUnder),
  ];
  const first = (link: NamedLink) => [...legal, ...links].find(({ target }) => target.href === link.target.href);
  return { links: links.filter((link) => first(link) === link), legal };
}
