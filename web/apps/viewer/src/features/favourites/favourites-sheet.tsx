import { fetchFavouritesCalendar } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { Dialog, EmptyState, ErrorState, IconButton, Skeleton } from '@touchline/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, Heart, MapPin, Trophy, X } from 'lucide-react';
import { useId } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { loadFavourites } from '../../favourites/favourite-calls.ts';
import { useFavourites } from '../../favourites/favourites.ts';
import { closeFavourites, useFavouritesSheet } from '../../favourites/favourites-sheet-state.ts';
import { eventQuery } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { Crest } from '../../art/crest.tsx';
import { CalendarFeed } from '../../calendar/calendar-feed.tsx';
import { eventTitle } from '../../events/event-title.ts';
import { type FavouriteEntry, favouriteEntries, KINDS } from './favourite-names.ts';
import { FavouriteRow } from './favourite-row.tsx';
import { useShownOnce } from '../../favourites/use-shown-once.ts';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import '../../events/card.css';

const HEADINGS = {
  participant: 'fav.teams',
  group: 'fav.schools',
  category: 'fav.sports',
  event: 'fav.games',
  location: 'fav.places',
} as const;

const MARKS = { participant: Heart, group: Heart, category: Trophy, event: CalendarDays, location: MapPin } as const;

/** All that a person likes, to look at and to change, and the way to have its games in a calendar. */
export function FavouritesSheet() {
  const t = useContentT();
  const heading = useId();
  const member = useSession((session) => session.user !== null);
  const open = useFavouritesSheet((sheet) => sheet.open) && member;
  return (
    <Dialog open={open} onClose={closeFavourites} labelledBy={heading} className="sheet on-body sm:ms-auto sm:w-120">
      <div className="sticky top-0 z-10 flex h-(--header-height) items-center gap-4 bg-body px-4 sm:px-6">
        <h2 id={heading} className="me-auto text-[1.75rem] leading-8">
          {t('fav.title')}
        </h2>
        <IconButton label={t('ui.close')} className="-me-2 hover:bg-raised" onClick={closeFavourites}>
          <X aria-hidden size={24} />
        </IconButton>
      </div>
      <div className="grid gap-7 px-4 pt-2 pb-10 sm:px-6">
        <Content />
      </div>
    </Dialog>
  );
}

function Content() {
  const t = useContentT();
  const { connection } = useAppContext();
  const status = useFavourites((favourites) => favourites.status);
  if (status === 'failed') {
    return <ErrorState text={t('fav.error')} onRetry={() => void loadFavourites(connection)} />;
  }
  if (status === 'unknown') {
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-15 rounded-card" />
        <Skeleton className="h-15 rounded-card" />
        <Skeleton className="h-15 rounded-card" />
      </div>
    );
  }
  return <Lists />;
}

function Lists() {
  const t = useContentT();
  const favourites = useFavourites();
  const entries = useShownOnce(favouriteEntries(favourites, useChannel()), ({ type, id }) => `${type}:${id}`);
  if (entries.length === 0) {
    return <EmptyState icon={<Heart aria-hidden size={32} />} title={t('fav.none')} text={t('fav.noneText')} />;
  }
  return (
    <>
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} entries={entries.filter(({ type }) => type === kind)} />
      ))}
      <Calendar />
    </>
  );
}

function Kind({
  kind,
  entries,
}: {
  readonly kind: FavouriteEntry['type'];
  readonly entries: readonly FavouriteEntry[];
}) {
  const t = useContentT();
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-[1.25rem] leading-7">{t(HEADINGS[kind])}</h3>
      <ul className="grid gap-2">
        {kind === 'event' ? (
          <Games ids={entries.map(({ id }) => id)} />
        ) : (
          entries.map((entry) => <Row key={entry.id} entry={entry} />)
        )}
      </ul>
    </section>
  );
}

function Row({ entry }: { readonly entry: FavouriteEntry }) {
  const t = useContentT();
  const { type, id, detail, crest, search } = entry;
  const name = entry.name ?? t('fav.gone');
  const Mark = MARKS[type];
  return (
    <FavouriteRow
      type={type}
      id={id}
      name={name}
      detail={detail}
      mark={crest ? <Crest team={crest} className="size-9" /> : <Mark size={22} />}
      link={
        search && (
          <Link to="/" search={search} className="card-link" onClick={closeFavourites}>
            {name}
          </Link>
        )
      }
    />
  );
}

/** Games are known by their number only: each is asked for, unless a screen has done so. */
function Games({ ids }: { readonly ids: readonly number[] }) {
  const t = useContentT();
  const locale = useLocale();
  const context = useAppContext();
  const results = useQueries(
    { queries: ids.map((id) => ({ ...eventQuery(context, id), refetchInterval: false })) },
    queryClient,
  );
  return ids.map((id, index) => {
    const game = results[index]?.data;
    if (!game && results[index]?.isPending) {
      return (
        <li key={id}>
          <Skeleton className="h-15 rounded-card" />
        </li>
      );
    }
    const name = game ? eventTitle(game) : t('fav.gone');
    return (
      <FavouriteRow
        key={id}
        type="event"
        id={id}
        name={name}
        detail={game ? eventTimes(game.event_utc_ts, game.time_zone, viewerZone(), locale).atVenue : ''}
        mark={<CalendarDays size={22} />}
        link={
          game && (
            <Link to="/watch/$id" params={{ id }} className="card-link" onClick={closeFavourites}>
              {name}
            </Link>
          )
        }
      />
    );
  });
}

/** The feed with the games of all favourites. */
function Calendar() {
  const t = useContentT();
  const { connection } = useAppContext();
  const { data, isError, refetch } = useQuery(
    { queryKey: ['favourites-calendar'], queryFn: () => fetchFavouritesCalendar(connection), staleTime: Infinity },
    queryClient,
  );
  return (
    <section className="rounded-card border border-line p-4">
      <h3 className="text-[1.25rem] leading-7">{t('calendar.favourites')}</h3>
      <p className="mt-1 mb-3 text-sm leading-5 text-pretty text-muted">
        {t('calendar.text')} {t('calendar.secret')}
      </p>
      {data !== undefined ? (
        <CalendarFeed url={data} />
      ) : isError ? (
        <ErrorState text={t('calendar.error')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-11" />
      )}
    </section>
  );
}
