import type { Event } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { LinkButton } from '@touchline/ui';
import { CalendarPlus } from 'lucide-react';
import { useAppContext } from '../channel/channel.ts';
import { gameFile } from './calendar-address.ts';

/** For a game that is still to come: its calendar file. Phones open it in their calendar, other browsers save it. */
export function AddToCalendar({ event }: { readonly event: Pick<Event, 'id' | 'stream_status'> }) {
  const t = useT();
  const { origin } = useAppContext().connection;
  if (event.stream_status !== 'upcoming') return null;
  return (
    <LinkButton href={gameFile(origin, event.id)} variant="secondary">
      <CalendarPlus aria-hidden size={18} />
      {t('calendar.add')}
    </LinkButton>
  );
}
