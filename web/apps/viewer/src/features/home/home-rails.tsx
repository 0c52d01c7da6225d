import type { Event, HomeEvents } from '@touchline/api';
import { useLocale, useT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { sportName, useChannel } from '../../channel/channel.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { EventRail, EventRailSkeleton } from '../../events/event-rail.tsx';
import { eventTitle } from '../../events/event-title.ts';
import { filterSearch, type KnownFilter } from '../../game-filters/home-filter.ts';
import { eventTimes } from '../../time/event-time.ts';
import { useDeferred } from '../../loading/use-deferred.ts';
import { viewerZone } from '../../time/time-zones.ts';

interface HomeRailsProps {
  readonly home: HomeEvents;
  /** Whether the games were loaded for this member; a visitor's stand in until then. */
  readonly isOwn: boolean;
  readonly filter: KnownFilter | null;
}

/** Live, next and past games, each a row, or a sentence about where to look instead. */
export function HomeRails({ home, isOwn, filter }: HomeRailsProps) {
  const t = useT();
  const { event_categories: categories } = useChannel().bootstrap;
  const sportOf = (event: Event) => sportName(categories, event);
  const member = useSession(({ user }) => user !== null);
  const { live, upcoming, finished } = home;
  if (live.length + upcoming.length + finished.length === 0) return <NoGames filtered={filter !== null} />;
  const all = (to: SeeAllProps['to'], title: string) => <SeeAll to={to} title={title} filter={filter} />;
  return (
    <>
      {live.length > 0 ? (
        <EventRail title={t('home.live')} events={live} sportOf={sportOf} more={all('/live', t('home.live'))} />
      ) : (
        <NoneLive next={upcoming[0]} />
      )}
      {!filter && member && <Favourites home={home} isOwn={isOwn} />}
      {upcoming.length > 0 ? (
        <EventRail
          title={t('home.upcoming')}
          events={upcoming}
          sportOf={sportOf}
          more={all('/upcoming', t('home.upcoming'))}
        />
      ) : (
        <Instead title={t('home.upcoming')}>
          <EmptyState compact title={t('home.noUpcoming')} text={t('home.noUpcomingText')} />
        </Instead>
      )}
      {finished.length > 0 ? (
        <EventRail
          title={t('home.finished')}
          events={finished}
          sportOf={sportOf}
          more={all('/vod', t('home.finished'))}
        />
      ) : (
        <Instead title={t('home.finished')}>
          <EmptyState compact title={t('home.noFinished')} text={t('home.noFinishedText')} />
        </Instead>
      )}
    </>
  );
}

interface SeeAllProps {
  readonly to: '/live' | '/upcoming' | '/vod';
  readonly title: string;
  readonly filter: KnownFilter | null;
}

/** The whole list that a row shows the first games of, narrowed alike. */
function SeeAll({ to, title, filter }: SeeAllProps) {
  const t = useT();
  return (
    <RouterButton
      to={to}
      search={filterSearch(filter)}
      variant="quiet"
      size="small"
      aria-label={t('home.seeAllOf', { title })}
    >
      {t('home.seeAll')}
    </RouterButton>
  );
}

function NoGames({ filtered }: { readonly filtered: boolean }) {
  const t = useT();
  const { faq } = useChannel().bootstrap;
  return (
    <div className="px-(--gutter)">
      <EmptyState
        icon={<CalendarClock aria-hidden size={32} />}
        title={t('home.empty')}
        text={filtered ? t('home.emptyFiltered') : t('home.emptyText')}
      >
        {filtered ? (
          <RouterButton to="/" search={{}}>
            {t('filter.clear')}
          </RouterButton>
        ) : (
          faq.length > 0 && (
            <RouterButton to="/faq" variant="secondary">
              {t('nav.faq')}
            </RouterButton>
          )
        )}
      </EmptyState>
    </div>
  );
}

const loadFavourites = () => import('./home-favourites.tsx');

/** Members have a row of their own; a visitor never loads it. */
function Favourites({ home, isOwn }: Pick<HomeRailsProps, 'home' | 'isOwn'>) {
  const t = useT();
  const later = useDeferred(loadFavourites);
  return later ? <later.HomeFavourites home={home} isOwn={isOwn} /> : <EventRailSkeleton title={t('fav.title')} />;
}

/** Nothing live: the next game, and the way to it. */
function NoneLive({ next }: { readonly next: Event | undefined }) {
  const t = useT();
  const locale = useLocale();
  if (!next) {
    return (
      <Instead title={t('home.live')}>
        <EmptyState compact title={t('home.noLive')} text={t('home.noLiveText')} />
      </Instead>
    );
  }
  const { atVenue, forViewer } = eventTimes(next.event_utc_ts, next.time_zone, viewerZone(), locale);
  const time = forViewer ? `${atVenue} (${t('time.yours', { time: forViewer })})` : atVenue;
  return (
    <Instead title={t('home.live')}>
      <EmptyState compact title={t('home.noLive')} text={t('home.nextGame', { title: eventTitle(next), time })}>
        <RouterButton to="/watch/$id" params={{ id: next.id }} variant="secondary">
          {t('event.details')}
        </RouterButton>
      </EmptyState>
    </Instead>
  );
}

function Instead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="px-(--gutter)">
      <h2 className="mb-3 text-[1.5rem] leading-8 md:text-[1.75rem]">{title}</h2>
      {children}
    </section>
  );
}

export function HomeRailsSkeleton() {
  const t = useT();
  return (
    <div aria-busy="true" className="contents">
      <EventRailSkeleton title={t('home.live')} />
      <EventRailSkeleton title={t('home.upcoming')} />
      <EventRailSkeleton title={t('home.finished')} />
    </div>
  );
}
