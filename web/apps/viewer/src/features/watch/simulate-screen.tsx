import type { Event } from '@touchline/api';
import { useContentT, useLocale } from '@touchline/i18n';
import { isSimulationOver, simulatedStart } from '@touchline/player';
import { Badge, ErrorState, Skeleton } from '@touchline/ui';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sportName, useChannel } from '../../channel/channel.ts';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { isMissing } from '../../queries/queries.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useRegion } from '../../region/use-region.ts';
import { eventTitle } from '../../events/event-title.ts';
import { GameStage, StageCountdown, StageMessage } from './game-stage.tsx';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { LazyPlayer } from '../../playback/lazy-player.tsx';
import { type StageKind, stageKind } from './stage-kind.ts';
import { useGame } from './use-game.ts';
import { WatchStage } from './watch-stage.tsx';
import '../../playback/watch-page.css';

const Choice = lazyScreen(async () => (await import('./simulate-choice.tsx')).SimulateChoice);

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A finished game as if it were live: what comes later in it, its score and its length stay unknown. */
export function SimulateScreen() {
  const { event_id: wanted } = useSearch({ from: '/simulate' });
  if (wanted === undefined || wanted === '') return <Choice />;
  const id = Number(wanted);
  return Number.isSafeInteger(id) && id > 0 ? <Simulation key={id} id={id} /> : <Navigate to="/404" replace />;
}

function Simulation({ id }: { readonly id: number }) {
  const t = useContentT();
  const { start } = useSearch({ from: '/simulate' });
  const [startedAt] = useState(() => simulatedStart(start, nowSeconds()));
  const navigate = useNavigate();
  const { data, error, refetch } = useGame(id);
  const region = useRegion();
  usePageTitle(t('simulate.title'), data && eventTitle(data));

  // The moment stays in the address: a reload goes on, and a copied link shows others the same.
  useEffect(() => {
    void navigate({ to: '/simulate', search: { event_id: id, start: startedAt }, replace: true });
  }, [navigate, id, startedAt]);

  if (isMissing(error)) return <Navigate to="/404" replace />;
  if (!data) {
    return (
      <div className="mx-auto max-w-[80rem] lg:px-(--gutter) lg:pt-6">
        {error ? <ErrorState text={t('watch.error')} onRetry={() => void refetch()} /> : <Skeleton className="stage" />}
      </div>
    );
  }
  const kind = stageKind(data, region.blocked);
  return (
    <article className="mx-auto max-w-[80rem] lg:px-(--gutter) lg:pt-6">
      <Stage event={data} kind={kind} country={region.country} startedAt={startedAt} onStale={() => void refetch()} />
      <About event={data} />
    </article>
  );
}

interface StageProps {
  readonly event: Event;
  readonly kind: StageKind;
  readonly country: string | null;
  readonly startedAt: number;
  readonly onStale: () => void;
}

function Stage({ event, kind, country, startedAt, onStale }: StageProps) {
  const t = useContentT();
  const { event_categories: categories } = useChannel().bootstrap;
  const sport = sportName(categories, event);
  const [begun, setBegun] = useState(() => startedAt <= nowSeconds());
  // As it was before it began: no score, no length, no end.
  const before = { ...event, score: null, duration: null };
  if (kind === 'region' || kind === 'account' || kind === 'pass') {
    return (
      <WatchStage
        event={{ ...before, stream_status: 'live' }}
        kind={kind}
        sport={sport}
        country={country}
        onStale={onStale}
      />
    );
  }
  if (!begun) {
    return (
      <GameStage event={{ ...before, stream_status: 'upcoming' }} sport={sport}>
        <StageCountdown startsAt={startedAt * 1000} onStart={() => setBegun(true)} />
      </GameStage>
    );
  }
  const isOver = isSimulationOver(startedAt, nowSeconds(), event.duration ?? 0);
  if (kind !== 'player' || event.stream_status !== 'finished' || isOver) {
    return (
      <GameStage event={{ ...before, stream_status: 'live' }} sport={sport}>
        <StageMessage>{isOver ? t('simulate.over') : t('simulate.notYet')}</StageMessage>
        <RouterButton to="/watch/$id" params={{ id: event.id }} className="min-h-11!">
          {t('simulate.watch')}
        </RouterButton>
      </GameStage>
    );
  }
  return (
    <LazyPlayer
      key={event.id}
      content={{ type: 'event', id: event.id }}
      title={eventTitle(event)}
      poster={event.image}
      simulatedFrom={startedAt}
      withPreroll
      onStale={onStale}
    />
  );
}

function About({ event }: { readonly event: Event }) {
  const t = useContentT();
  const locale = useLocale();
  const times = eventTimes(event.event_utc_ts, event.time_zone, viewerZone(), locale);
  return (
    <div className="watch-text">
      <Badge>{t('simulate.title')}</Badge>
      <h1 className="mt-3 text-[2rem] leading-9 wrap-break-word md:text-[2.25rem] md:leading-10">
        {eventTitle(event)}
      </h1>
      <p className="mt-2 text-muted tabular-nums">
        <time dateTime={times.iso}>{times.atVenue}</time>
      </p>
      <p className="mt-4 max-w-[60ch] text-pretty text-muted">{t('simulate.text')}</p>
    </div>
  );
}
