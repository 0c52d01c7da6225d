import { useConsoleT } from '@touchline/i18n';
import { useChannel, useChannels } from '../session/session.ts';
import { NavSections } from './nav-sections.tsx';

/** The channel's screens, beside the one that is open. */
export function SideNav() {
  const t = useConsoleT();
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  return (
    <nav aria-label={t('console.navigation')} className="side-nav">
      {channel && <NavSections channel={channel} />}
    </nav>
  );
}
