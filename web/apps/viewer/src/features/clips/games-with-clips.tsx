import { type Connection, fetchGamesWithClips } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { sportName, useChannel } from '../../channel/channel.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { EventRail } from '../../events/event-rail.tsx';

const MAX_GAMES = 12;

const load = (connection: Connection, signal: AbortSignal) => fetchGamesWithClips(connection, MAX_GAMES, signal);

/** Where more moments are to be found; nothing where there are none, or where they cannot be had. */
export function GamesWithClips({ without }: { readonly without: number }) {
  const t = useClipT();
  const { event_categories: categories } = useChannel().bootstrap;
  const games = useLoaded(load).data?.items.filter(({ id }) => id !== without) ?? [];
  if (games.length === 0) return null;
  return <EventRail title={t('clips.games')} events={games} sportOf={(game) => sportName(categories, game)} />;
}
