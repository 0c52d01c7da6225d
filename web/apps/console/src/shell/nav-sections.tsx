import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import { openGroups } from './nav-groups.ts';
import { NavLink } from './nav-link.tsx';

/** Every screen of the channel that the role opens, by section. */
export function NavSections({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const id = useId();
  return openGroups(channel).map(({ title, entries }) => (
    <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
      <p id={`${id}-${title}`} className="px-3 pb-1 text-[0.8125rem] text-header-muted">
        {t(title)}
      </p>
      {entries.map((entry) => (
        <NavLink key={entry.name} entry={entry} channel={channel.alias} />
      ))}
    </div>
  ));
}
