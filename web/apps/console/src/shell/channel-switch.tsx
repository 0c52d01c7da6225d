import { useLocation, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Dialog } from '@touchline/ui';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { ROLE_NAMES } from '../localisation/role-names.ts';
import { useChannel, useChannels } from '../session/session.ts';
import { ChannelMark } from './channel-mark.tsx';
import { ChannelPicker } from './channel-picker.tsx';
import { linkOf, openGroups } from './nav-groups.ts';

/** The button that `g c` presses. */
export const SWITCH_ID = 'channel-switch';

/** Which channel the screens are about. Another one is shown by the same screen, or by the first that the role opens there. */
export function ChannelSwitch() {
  const t = useConsoleT();
  const navigate = useNavigate();
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  const [isOpen, setOpen] = useState(false);
  const [, , screen, noun] = useLocation().pathname.split('/');
  if (!channel) return null;
  const choose = (chosen: OperatorChannel) => {
    setOpen(false);
    const entries = openGroups(chosen).flatMap((group) => group.entries);
    const entry = entries.find(({ name }) => name === (screen === 'site' ? noun : screen)) ?? entries[0];
    void navigate(linkOf(entry?.name ?? 'mails', chosen.alias));
  };
  return (
    <div className="frame-channel">
      <button
        id={SWITCH_ID}
        type="button"
        aria-haspopup="dialog"
        className="channel-switch"
        style={channel.accent === null ? undefined : { borderInlineStartColor: channel.accent }}
        onClick={() => setOpen(true)}
      >
        <ChannelMark channel={channel} />
        <span className="sr-only">{t('console.channel')}</span>
        <span className="min-w-0 flex-1 truncate text-start">{channel.name}</span>
        <ChevronsUpDown aria-hidden size={16} className="shrink-0" />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} label={t('keys.channel')} className="popup search-dialog">
        <ChannelPicker channels={channels} chosen={channel} onChoose={choose} />
      </Dialog>
      <p className="mt-1.5 text-[0.8125rem] text-header-muted max-lg:hidden">{t(ROLE_NAMES[channel.role])}</p>
    </div>
  );
}
