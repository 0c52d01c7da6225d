import type { Event } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { CalendarDays, Clock, type LucideIcon, MapPin, Ticket, Trophy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { placeOf, sportName, useAppContext, useChannel } from '../../channel/channel.ts';
import { FavouriteButton } from '../../favourites/favourite-button.tsx';
import { filterValue } from '../../game-filters/filter-value.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { homeQuery, isMissing } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useRegion } from '../../region/use-region.ts';
import { Crest } from '../../art/crest.tsx';
import { accessSentence } from '../../events/access.ts';
import { eventTitle, sidesOf } from '../../events/event-title.ts';
import { scoreOf } from '../../events/score.ts';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { stageKind } from './stage-kind.ts';
import { LazyActions, LazyRelated } from './lazy-parts.tsx';
import { useGame } from './use-game.ts';
import { WatchStage } from './watch-stage.tsx';
import '../../playback/watch-page.css';

/** One game: the stage, what is known of it, and others like it. */
export function WatchScreen() {
  const t = useContentT();
  const context = useAppContext();
  const { id } = useParams({ from: '/watch/$id' });
  const home = useQuery(homeQuery(context, {}), queryClient).data;
  const known = home && [...home.live, ...home.upcoming, ...home.finished].find((event) => event.id === id);
  const { data, error, refetch } = useGame(id, known);
  const [theatre, setTheatre] = useState(false);
  usePageTitle(t('watch.title'), data && eventTitle(data));
  if (isMissing(error)) return <Navigate to="/404" replace />;
  if (!data) {
    return (
      <div className="watch">
        {error ? (
          <div className="p-(--gutter)">
            <ErrorState text={t('watch.error')} onRetry={() => void refetch()} />
          </div>
        ) : (
          <GameSkeleton />
        )}
      </div>
    );
  }
  return (
    <div className="watch" data-theatre={theatre}>
      <Game
        event={data}
        onStale={() => void refetch()}
        theatre={{ on: theatre, toggle: () => setTheatre((before) => !before) }}
      />
      <LazyRelated event={data} home={home} />
    </div>
  );
}

interface GameProps {
  readonly event: Event;
  readonly onStale: () => void;
  readonly theatre: { readonly on: boolean; readonly toggle: () => void };
}

function Game({ event, onStale, theatre }: GameProps) {
  const t = useContentT();
  const locale = useLocale();
  const { event_categories: categories, locations } = useChannel().bootstrap;
  const region = useRegion();
  const kind = stageKind(event, region.blocked);
  const sport = sportName(categories, event);
  const place = placeOf(locations, event);
  const times = eventTimes(event.event_utc_ts, event.time_zone, viewerZone(), locale);
  return (
    <article className="min-w-0">
      <WatchStage
        event={event}
        kind={kind}
        sport={sport}
        country={region.country}
        onStale={onStale}
        theatre={theatre}
      />
      <div className="watch-text">
        <h1 className="text-[2rem] leading-9 wrap-break-word md:text-[2.25rem] md:leading-10">{eventTitle(event)}</h1>
        <div className="mt-4 flex flex-wrap gap-2">
          <FavouriteButton type="event" id={event.id} name={eventTitle(event)} look="pill" className="min-h-10" />
          <LazyActions event={event} kind={kind} />
        </div>
        <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact icon={CalendarDays} label={t('watch.when')}>
            <time dateTime={times.iso}>{times.atVenue}</time>
          </Fact>
          {times.forViewer && (
            <Fact icon={Clock} label={t('watch.yourTime')}>
              <time dateTime={times.iso}>{times.forViewer}</time>
            </Fact>
          )}
          {place && (
            <Fact
              icon={MapPin}
              label={t('watch.where')}
              heart={<FavouriteButton type="location" id={place.id} name={place.name} />}
            >
              <Link to="/" search={{ location: `${place.id}` }}>
                {[place.name, place.city, place.state].filter(Boolean).join(', ')}
              </Link>
            </Fact>
          )}
          {sport && (
            <Fact
              icon={Trophy}
              label={t('watch.sport')}
              heart={<FavouriteButton type="category" id={event.event_category_id} name={sport} />}
            >
              {sport}
            </Fact>
          )}
          <Fact icon={Ticket} label={t('watch.access')}>
            {/* Neither an account nor a pass would help. */}
            {kind === 'region' ? t('region.title') : t(accessSentence(event))}
          </Fact>
        </dl>
        <Teams event={event} />
      </div>
    </article>
  );
}

interface FactProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Where the fact can be a favourite. */
  readonly heart?: ReactNode;
  readonly children: ReactNode;
}

function Fact({ icon: Icon, label, heart, children }: FactProps) {
  return (
    <div className="relative ps-8">
      <dt className="text-[0.8125rem] leading-[1.125rem] text-muted">
        <Icon aria-hidden size={20} className="absolute top-0.5 left-0" />
        {label}
      </dt>
      <dd className="flex items-center gap-1">
        <span className="min-w-0 text-pretty">{children}</span>
        {heart && <span className="-my-2.5">{heart}</span>}
      </dd>
    </div>
  );
}

function Teams({ event }: { readonly event: Event }) {
  const t = useContentT();
  if (event.participants.length === 0) return null;
  const isGame = sidesOf(event) !== null;
  const score = scoreOf(event);
  return (
    <section className="mt-8">
      <h2 className="text-[1.5rem] leading-8">{t('watch.teams')}</h2>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {event.participants.map((team, index) => (
          <li key={team.id} className="relative">
            <Link
              to="/"
              search={{ team: filterValue(team) }}
              className="flex min-h-16 items-center gap-4 rounded-card bg-surface py-3 ps-4 pe-15 transition-colors duration-120 hover:bg-raised"
            >
              <Crest team={team} className="size-10" />
              <span className="min-w-0 flex-1">
                <span className="block text-[0.9375rem] leading-5 font-semibold wrap-break-word">{team.name}</span>
                {isGame && (
                  <span className="block text-[0.8125rem] leading-[1.125rem] text-muted">
                    {index === 0 ? t('watch.away') : t('watch.home')}
                  </span>
                )}
              </span>
              {isGame && score && (
                <span className="font-display text-[1.75rem] leading-8 font-extrabold tabular-nums">
                  {score[index]}
                </span>
              )}
            </Link>
            <FavouriteButton
              type="participant"
              id={team.id}
              name={team.name}
              className="absolute! top-1/2 right-2 -translate-y-1/2"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GameSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="stage" />
      <div className="watch-text grid gap-4">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-6 w-2/5" />
      </div>
    </div>
  );
}
