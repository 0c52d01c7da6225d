import { useChannel } from '../channel/channel.ts';
import { MAIN_LINKS } from './main-links.ts';
import { navEntries } from './nav-entries.ts';
import { ownLinks } from './named-links.ts';

/** What header and sheet link to beside the main screens. */
export function useNavigation() {
  const { bootstrap, participants } = useChannel();
  const { menu, participant_groups: groups, packages, subscriptions } = bootstrap;
  const sells = packages.length + subscriptions.length > 0;
  return {
    main: MAIN_LINKS.filter(({ to }) => to !== '/packages' || sells),
    sides: [
      { filter: 'school', label: 'nav.schools', entries: navEntries(menu.groups, groups) },
      { filter: 'team', label: 'nav.teams', entries: navEntries(menu.participants, participants) },
    ] as const,
    own: ownLinks(bootstrap, 'header'),
  };
}
