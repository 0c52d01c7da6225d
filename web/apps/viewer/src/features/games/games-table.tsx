import type { Event } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { placeOf, sportName, useChannel } from '../../channel/channel.ts';
import { FavouriteButton } from '../../favourites/favourite-button.tsx';
import { accessLabel } from '../../events/access.ts';
import { eventTitle } from '../../events/event-title.ts';
import { formatScore, scoreOf } from '../../events/score.ts';
import type { ViewProps } from './game-section.tsx';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';

interface GamesTableProps {
  readonly events: readonly Event[];
  /** The id of the heading that names the table. */
  readonly labelledBy: string;
}

const STATES = { live: 'state.live', upcoming: 'state.upcoming', finished: 'state.finished' } as const;

/** Games as a table for each section. */
export function GamesTables({ sections, today, Section }: ViewProps) {
  return sections.map((section) => (
    <Section key={section.key} section={section} today={today}>
      {(heading) => <GamesTable events={section.events} labelledBy={heading} />}
    </Section>
  ));
}

/** What a narrow screen has no column for stands under the name. */
function GamesTable({ events, labelledBy }: GamesTableProps) {
  const t = useContentT();
  return (
    <table aria-labelledby={labelledBy} className="games-table">
      <thead>
        <tr>
          <th scope="col" className="w-16 sm:w-24">
            {t('games.when')}
          </th>
          <th scope="col">{t('games.game')}</th>
          <th scope="col" className="hidden w-[15%] md:table-cell">
            {t('games.sport')}
          </th>
          <th scope="col" className="hidden w-[18%] lg:table-cell">
            {t('games.place')}
          </th>
          <th scope="col" className="hidden w-30 md:table-cell">
            {t('games.access')}
          </th>
          <th scope="col" className="w-20 text-end! sm:w-28">
            {t('games.result')}
          </th>
          <th scope="col" className="w-8">
            <span className="sr-only">{t('games.favorites')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <GameLine key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function GameLine({ event }: { readonly event: Event }) {
  const t = useContentT();
  const locale = useLocale();
  const { event_categories: categories, locations } = useChannel().bootstrap;
  const sport = sportName(categories, event);
  const zone = viewerZone();
  const { atVenue, iso, forViewer } = eventTimes(event.event_utc_ts, event.time_zone, zone, locale);
  const own = eventTimes(event.event_utc_ts, zone, zone, locale);
  const score = scoreOf(event);
  const state = event.stream_status;
  return (
    <tr data-game={event.id}>
      <td className="tabular-nums">
        <time dateTime={iso} className="font-semibold">
          {own.clock}
        </time>{' '}
        <span className="text-muted">{own.zone}</span>
      </td>
      <th scope="row" className="wrap-break-word">
        <Link
          to="/watch/$id"
          params={{ id: event.id }}
          className="inline-block py-0.5 font-semibold underline-offset-4 hover:underline"
        >
          {eventTitle(event)}
        </Link>
        <span className="block text-[0.8125rem] leading-[1.125rem] font-normal text-muted md:hidden">
          {[sport, t(accessLabel(event))].filter(Boolean).join(' · ')}
        </span>
        {forViewer && (
          <span className="text-[0.8125rem] leading-[1.125rem] font-normal text-muted tabular-nums max-sm:hidden sm:block">
            {atVenue}
          </span>
        )}
      </th>
      <td className="hidden md:table-cell">{sport}</td>
      <td className="hidden lg:table-cell">{placeOf(locations, event)?.name}</td>
      <td className="hidden md:table-cell">{t(accessLabel(event))}</td>
      <td className="text-end whitespace-nowrap">
        {score && <span className="block font-semibold tabular-nums">{formatScore(score)}</span>}
        <span className={state === 'live' ? 'inline-flex items-center gap-1.5 font-semibold' : 'text-muted'}>
          {state === 'live' && <span aria-hidden className="live-dot size-2 rounded-full bg-live" />}
          {t(STATES[state])}
        </span>
      </td>
      <td className="p-0!">
        <FavouriteButton type="event" id={event.id} name={eventTitle(event)} className="-me-3" />
      </td>
    </tr>
  );
}
