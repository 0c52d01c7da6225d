import { useLocation, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import { ROLE_NAMES } from '../localisation/role-names.ts';
import { useChannel, useChannels } from '../session/session.ts';
import { linkOf, openGroups } from './nav-groups.ts';

/** Which channel the screens are about. Another one is shown by the same screen, or by the first that the role opens there. */
export function ChannelSwitch() {
  const t = useConsoleT();
  const id = useId();
  const navigate = useNavigate();
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  const [, , screen, noun] = useLocation().pathname.split('/');
  if (!channel) return null;
  const choose = (alias: string) => {
    const open = channels.filter((one) => one.alias === alias).flatMap(openGroups);
    const entries = open.flatMap((group) => group.entries);
    const entry = entries.find(({ name }) => name === (screen === 'site' ? noun : screen)) ?? entries[0];
    void navigate(linkOf(entry?.name ?? 'outbox', alias));
  };
  return (
    <div className="frame-channel">
      <label htmlFor={id} className="text-[0.8125rem] text-header-muted max-lg:sr-only">
        {t('console.channel')}
      </label>
      <select
        id={id}
        value={channel.alias}
        onChange={({ target }) => choose(target.value)}
        className="mt-1 min-h-11 w-full truncate rounded-field border border-control bg-body px-3 text-sm font-medium text-text max-lg:mt-0"
      >
        {channels.map(({ alias, name }) => (
          <option key={alias} value={alias}>
            {name}
          </option>
        ))}
      </select>
      <p className="mt-1.5 text-[0.8125rem] text-header-muted max-lg:hidden">{t(ROLE_NAMES[channel.role])}</p>
    </div>
  );
}
