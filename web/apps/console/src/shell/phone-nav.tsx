import { useConsoleT } from '@touchline/i18n';
import { Ellipsis } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { useChannel, useChannels } from '../session/session.ts';
import { barEntries, openGroups } from './nav-groups.ts';
import { NavLink } from './nav-link.tsx';
import { NavSections } from './nav-sections.tsx';

/** The most used screens within reach of a thumb, and all of them behind "More". */
export function PhoneNav() {
  const t = useConsoleT();
  const id = useId();
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  if (!channel) return null;
  const entries = barEntries(channel);
  const hasMore = openGroups(channel).flatMap((group) => group.entries).length > entries.length;
  return (
    <nav aria-label={t('console.navigation')} className="phone-nav">
      {entries.map((entry) => (
        <NavLink key={entry.name} entry={entry} channel={channel.alias} />
      ))}
      {hasMore && (
        <>
          <button type="button" popoverTarget={id} className="nav-link cursor-pointer">
            <Ellipsis aria-hidden size={18} className="shrink-0" />
            <span className="nav-name">{t('nav.more')}</span>
          </button>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are what is pressed */}
          <div id={id} popover="auto" className="nav-sheet" onClick={hideAfterLink}>
            <NavSections channel={channel} />
          </div>
        </>
      )}
    </nav>
  );
}

/** The sheet would cover the screen that a link of it has opened. */
function hideAfterLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a') !== null) currentTarget.hidePopover();
}
