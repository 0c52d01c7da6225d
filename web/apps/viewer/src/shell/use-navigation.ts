import { useChannel } from '../app/channel.ts';
import { type LinkTarget, linkTarget } from '../app/link-target.ts';
import { navEntries } from './nav-entries.ts';

export interface NamedLink {
  readonly key: string;
  readonly name: string;
  readonly target: LinkTarget;
}

/** Everything that header, sheet and footer link to; addresses of screens that do not exist are left out. */
export function useNavigation() {
  const { bootstrap, participants } = useChannel();
  const { menu, pages, participant_groups: groups } = bootstrap;
  const paths = pages.map(({ url }) => url);
  const named = (key: string, name: string, url: string): readonly NamedLink[] => {
    const target = linkTarget(url, paths);
    return target ? [{ key, name, target }] : [];
  };
  const inPlace = (place: 'header' | 'footer') =>
    menu.links.filter((link) => link.place === place).flatMap(({ id, name, url }) => named(`link-${id}`, name, url));
  const footer = [...pages.flatMap(({ id, name, url }) => named(`page-${id}`, name, url)), ...inPlace('footer')];
  return {
    schools: navEntries(menu.groups, groups),
    teams: navEntries(menu.participants, participants),
    header: inPlace('header'),
    footer: footer.filter(
      ({ target }, index) => footer.findIndex((other) => other.target.href === target.href) === index,
    ),
  };
}
