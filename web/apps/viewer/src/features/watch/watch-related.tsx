import type { Event, HomeEvents } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { sportName, useChannel } from '../../channel/channel.ts';
import { EventCard } from '../../events/event-card.tsx';
import { relatedGames } from './related.ts';
import '../../rail/rail.css';

interface RelatedGamesProps {
  readonly event: Event;
  readonly home: HomeEvents | undefined;
}

/** Other games, in a column beside the stage or a row below it. */
export function RelatedGames({ event, home }: RelatedGamesProps) {
  const t = useContentT();
  const { event_categories: categories } = useChannel().bootstrap;
  const games = relatedGames(event, home);
  if (games.length === 0) return null;
  return (
    <aside aria-label={t('watch.related')} className="min-w-0 pt-10 lg:pt-0">
      <h2 className="mb-3 px-(--gutter) text-[1.5rem] leading-8 lg:px-0">{t('watch.related')}</h2>
      <ul className="rail related" key={event.id}>
        {games.map((game) => (
          <li key={game.id}>
            <EventCard event={game} sport={sportName(categories, game)} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
