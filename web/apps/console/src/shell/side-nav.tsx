import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { Film, MailOpen, Palette, Receipt, Scissors, ScrollText, Settings, Users } from 'lucide-react';
import { useChannel, useChannels } from '../session/session.ts';

/** Only what there is, and what the operator's role shows. */
export function SideNav() {
  const t = useConsoleT();
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  return (
    <nav aria-label={t('console.navigation')} className="frame-nav">
      {channel?.may.includes('see_mails') && (
        <Link to="/$channel/outbox" params={{ channel: channel.alias }} search={{}} className="nav-link">
          <MailOpen aria-hidden size={18} className="shrink-0" />
          {t('mailLog.title')}
        </Link>
      )}
      {channel?.may.includes('see_orders') && (
        <Link to="/$channel/orders" params={{ channel: channel.alias }} search={{}} className="nav-link">
          <Receipt aria-hidden size={18} className="shrink-0" />
          {t('orders.title')}
        </Link>
      )}
      {channel?.may.includes('edit_library') && (
        <Link to="/$channel/video" params={{ channel: channel.alias }} className="nav-link">
          <Film aria-hidden size={18} className="shrink-0" />
          {t('video.title')}
        </Link>
      )}
      {channel?.may.includes('moderate_clips') && (
        <Link to="/$channel/clips" params={{ channel: channel.alias }} className="nav-link">
          <Scissors aria-hidden size={18} className="shrink-0" />
          {t('fanClips.title')}
        </Link>
      )}
      {channel?.may.includes('manage_team') && (
        <Link to="/$channel/team" params={{ channel: channel.alias }} className="nav-link">
          <Users aria-hidden size={18} className="shrink-0" />
          {t('team.title')}
        </Link>
      )}
      {channel?.may.includes('edit_site') && (
        <Link to="/$channel/settings" params={{ channel: channel.alias }} className="nav-link">
          <Settings aria-hidden size={18} className="shrink-0" />
          {t('settings.title')}
        </Link>
      )}
      {channel?.may.includes('see_audit') && (
        <Link to="/$channel/audit" params={{ channel: channel.alias }} search={{}} className="nav-link">
          <ScrollText aria-hidden size={18} className="shrink-0" />
          {t('audit.title')}
        </Link>
      )}
      <Link to="/colours" className="nav-link">
        <Palette aria-hidden size={18} className="shrink-0" />
        {t('console.colours')}
      </Link>
    </nav>
  );
}
