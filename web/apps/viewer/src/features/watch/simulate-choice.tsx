import { type Connection, fetchGames } from '@touchline/api';
import { useContentT, useLocale } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { CirclePlay } from 'lucide-react';
import { sportName, useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { eventTitle } from '../../events/event-title.ts';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';

const MAX_COUNT = 50;

const fetchFinished = (connection: Connection, signal: AbortSignal) =>
  fetchGames(connection, { stream_status: 'finished', limit: MAX_COUNT }, signal);

/** The games that can be shown as if they were live. Nothing here gives away how they ended. */
export function SimulateChoice() {
  const t = useContentT();
  const locale = useLocale();
  const { event_categories: categories } = useChannel().bootstrap;
  const { data, failed, reload } = useLoaded(fetchFinished);
  usePageTitle(t('simulate.title'));
  return (
    <div className="mx-auto max-w-3xl px-(--gutter) pt-6 md:pt-8">
      <h1 className="text-[2.25rem] leading-10">{t('simulate.title')}</h1>
      <p className="mt-2 mb-6 text-pretty text-muted">{t('simulate.choose')}</p>
      {failed && !data ? (
        <ErrorState text={t('games.error')} onRetry={reload} />
      ) : !data ? (
        <Skeleton className="h-64 rounded-card" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<CirclePlay aria-hidden size={40} strokeWidth={1.5} />} title={t('simulate.none')} />
      ) : (
        <ul className="grid gap-2">
          {data.items.map((event) => (
            <li key={event.id}>
              <Link
                to="/simulate"
                search={{ event_id: event.id }}
                className="block rounded-card bg-surface px-4 py-3 transition-colors duration-120 hover:bg-raised"
              >
                <span className="block font-semibold wrap-break-word">{eventTitle(event)}</span>
                <span className="block text-sm text-muted">
                  {[
                    sportName(categories, event),
                    eventTimes(event.event_utc_ts, event.time_zone, viewerZone(), locale).atVenue,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
