import type { Event } from '@touchline/api';
import { useLocale, useT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { placeOf, sportName, useChannel } from '../../channel/channel.ts';
import { FavouriteButton } from '../../favourites/favourite-button.tsx';
import { Crest } from '../../art/crest.tsx';
import { accessLabel, needsAccess } from '../../events/access.ts';
import { eventTitle } from '../../events/event-title.ts';
import { formatScore, scoreOf } from '../../events/score.ts';
import type { ViewProps } from './game-section.tsx';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import '../../events/card.css';

const MAX_CRESTS = 2;

/** Games as cards one under the other. */
export function GamesRows({ sections, today, Section }: ViewProps) {
  return sections.map((section) => (
    <Section key={section.key} section={section} today={today}>
      {() => (
        <ul className="games-rows">
          {section.events.map((event) => (
            <li key={event.id} data-game={event.id}>
              <GameRow event={event} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  ));
}

/** A game as a card that is one line of a list; the whole of it is one link, with its heart beside it. */
function GameRow({ event }: { readonly event: Event }) {
  const t = useT();
  const locale = useLocale();
  const { event_categories: categories, locations } = useChannel().bootstrap;
  const zone = viewerZone();
  const { atVenue, iso, forViewer } = eventTimes(event.event_utc_ts, event.time_zone, zone, locale);
  // Days are those of the viewer, so the clock in front is the viewer's too.
  const own = eventTimes(event.event_utc_ts, zone, zone, locale);
  const score = scoreOf(event);
  const live = event.stream_status === 'live';
  return (
    <article className="game-row group">
      <p className="text-[0.9375rem] leading-5 font-semibold tabular-nums">
        <time dateTime={iso}>{own.clock}</time>
        <span className="block text-[0.8125rem] leading-[1.125rem] font-normal text-muted">{own.zone}</span>
      </p>
      <div aria-hidden className="hidden items-center gap-1.5 sm:flex">
        {event.participants.slice(0, MAX_CRESTS).map((team) => (
          <Crest key={team.id} team={team} className="size-9" />
        ))}
      </div>
      <div className="min-w-0">
        <h3 className="font-sans text-[0.9375rem] leading-5 font-semibold tracking-normal text-wrap wrap-break-word">
          <Link to="/watch/$id" params={{ id: event.id }} className="card-link">
            {eventTitle(event)}
          </Link>
        </h3>
        <p className="mt-0.5 text-[0.8125rem] leading-[1.125rem] text-muted">
          {[sportName(categories, event), placeOf(locations, event)?.name].filter(Boolean).join(' · ')}
          {forViewer && (
            <span className="tabular-nums">
              {' · '}
              {atVenue}
            </span>
          )}
        </p>
      </div>
      <div className="game-row-facts">
        {score && (
          <p className="font-display text-xl leading-5 font-extrabold tabular-nums">
            <span className="sr-only">{t('card.score')} </span>
            {formatScore(score)}
          </p>
        )}
        {live ? (
          <Badge tone="live">{t('state.live')}</Badge>
        ) : (
          event.stream_status === 'finished' && <Badge>{t('state.finished')}</Badge>
        )}
        <p className="flex items-center gap-1.5 text-[0.8125rem] leading-[1.125rem] whitespace-nowrap text-muted">
          {needsAccess(event) && <Lock aria-hidden size={12} strokeWidth={2.5} />}
          {t(accessLabel(event))}
        </p>
      </div>
      <FavouriteButton type="event" id={event.id} name={eventTitle(event)} className="game-row-heart" />
    </article>
  );
}
