import { Link } from '@tanstack/react-router';
import type { ServerChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { localTime } from '../../localisation/local-time.ts';
import { useChannels } from '../../session/session.ts';
import { StateActions } from './state-actions.tsx';
import '../../lists/list.css';

/** A channel of the server; its name leads to it for those who are of its team. */
export function ServerChannelRow({ channel }: { readonly channel: ServerChannel }) {
  const t = useConsoleT();
  const locale = useLocale();
  const isOfTeam = useChannels().some(({ id }) => id === channel.id);
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {isOfTeam ? (
            <Link
              to="/$channel/channel"
              params={{ channel: channel.alias }}
              className="font-semibold wrap-anywhere underline underline-offset-4"
            >
              {channel.name}
            </Link>
          ) : (
            <span className="font-semibold wrap-anywhere">{channel.name}</span>
          )}
          <span className="text-sm wrap-anywhere text-muted">{channel.alias}</span>
          {channel.paused_at !== null && <Badge tone="accent">{t('channel.pausedBadge')}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{channel.hosts.join(', ')}</p>
      </div>
      <div className="text-sm text-muted tabular-nums">
        <p>{t('channels.members', { count: channel.members })}</p>
        <p>{t('channels.operators', { count: channel.operators })}</p>
        {channel.paused_at !== null && (
          <p>{t('channel.pausedSince', { time: localTime(channel.paused_at, locale) })}</p>
        )}
      </div>
      <StateActions channel={channel} isPaused={channel.paused_at !== null} />
    </li>
  );
}
