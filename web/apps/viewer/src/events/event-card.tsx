import type { Event } from '@touchline/api';
import { formatDuration, useLocale, useT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { FavouriteButton } from '../favourites/favourite-button.tsx';
import { eventTimes } from '../time/event-time.ts';
import { viewerZone } from '../time/time-zones.ts';
import { AccessBadge } from './access-badge.tsx';
import { EventPicture } from './event-picture.tsx';
import { eventTitle, shortTitle } from './event-title.ts';
import { formatScore, scoreOf } from './score.ts';
import { StateBadge } from './state-badge.tsx';
import './card.css';

interface EventCardProps {
  readonly event: Event;
  readonly sport: string;
}

/** A game as a card; the whole card is one link, with its heart above it. */
export function EventCard({ event, sport }: EventCardProps) {
  const t = useT();
  const locale = useLocale();
  const times = eventTimes(event.event_utc_ts, event.time_zone, viewerZone(), locale);
  const title = eventTitle(event);
  const state = event.stream_status;
  const score = scoreOf(event);
  return (
    <article className="group on-art-card relative isolate">
      <div className="relative aspect-video overflow-hidden rounded-card bg-raised">
        <EventPicture event={event} sport={sport} />
        <div className="absolute inset-x-2.5 top-2.5 flex items-start justify-between gap-2">
          <StateBadge state={state} />
          <AccessBadge event={event} />
        </div>
        {state === 'upcoming' && (
          <Badge tone="overlay" className="absolute bottom-2.5 left-2.5 tabular-nums">
            {times.clock} {times.zone}
          </Badge>
        )}
        {state === 'finished' && event.duration !== null && (
          <Badge tone="overlay" className="absolute right-13 bottom-2.5 tabular-nums">
            <span className="sr-only">{t('card.duration')} </span>
            {formatDuration(event.duration)}
          </Badge>
        )}
        <span className="card-edge absolute inset-0 rounded-card" />
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <h3 className="min-w-0 font-sans text-[0.9375rem] leading-5 font-semibold tracking-normal">
          <Link to="/watch/$id" params={{ id: event.id }} className="card-link block truncate" title={title}>
            {shortTitle(event)}
          </Link>
        </h3>
        {score && (
          <p className="font-display text-xl leading-5 font-extrabold tabular-nums">
            <span className="sr-only">{t('card.score')} </span>
            {formatScore(score)}
          </p>
        )}
        <p className="col-span-2 mt-1 flex gap-1.5 text-[0.8125rem] leading-[1.125rem] text-muted">
          <span className="truncate">{sport}</span>
          <span aria-hidden>·</span>
          <time dateTime={times.iso} className="shrink-0 tabular-nums">
            {times.atVenue}
          </time>
        </p>
        {times.forViewer && (
          <p className="col-span-2 mt-0.5 truncate text-[0.8125rem] leading-[1.125rem] text-muted tabular-nums">
            {t('time.yours', { time: times.forViewer })}
          </p>
        )}
      </div>
      <div className="pointer-events-none absolute inset-x-0 top-0 z-1 aspect-video">
        <FavouriteButton
          type="event"
          id={event.id}
          name={title}
          look="card"
          className="pointer-events-auto absolute right-0.5 bottom-0.5"
        />
      </div>
    </article>
  );
}
