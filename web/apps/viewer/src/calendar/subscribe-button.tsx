import { loadContentMessages, useT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { CalendarSync } from 'lucide-react';
import { useAppContext } from '../channel/channel.ts';
import { teamFeed } from './calendar-address.ts';

interface SubscribeButtonProps {
  readonly team: { readonly id: number; readonly name: string };
  readonly className?: string;
}

/** The way to a team's games in one's own calendar; how that goes is said in a popup. */
export function SubscribeButton({ team, className }: SubscribeButtonProps) {
  const t = useT();
  const { origin } = useAppContext().connection;
  const open = () =>
    void Promise.all([import('./team-feed-popup.tsx'), loadContentMessages()]).then(
      ([{ openTeamFeed }]) => openTeamFeed(team.name, teamFeed(origin, team.id)),
      () => showToast({ type: 'error', text: t('error.chunk') }),
    );
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={t('calendar.subscribeTo', { name: team.name })}
      aria-haspopup="dialog"
      className={className}
      onClick={open}
    >
      <CalendarSync aria-hidden size={16} />
      {t('calendar.subscribe')}
    </Button>
  );
}
