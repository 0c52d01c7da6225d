import type { Event } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { MEDIA, mediaUrl } from '@touchline/player';
import { Lock } from 'lucide-react';
import { accessSentence } from '../../events/access.ts';
import { eventTitle } from '../../events/event-title.ts';
import { GameStage, StageCountdown, StageMessage } from './game-stage.tsx';
import { streamOf } from '../../playback/details.ts';
import { LazyEmbedded, LazyGate, LazyPlayer, LazyRegionStage } from '../../playback/lazy-player.tsx';
import { lockOf, type StageKind } from './stage-kind.ts';

interface WatchStageProps {
  readonly event: Event;
  readonly kind: StageKind;
  readonly sport: string;
  readonly country: string | null;
  /** What is known of the game may be old. */
  readonly onStale: () => void;
  readonly theatre?: { readonly on: boolean; readonly toggle: () => void } | null;
  readonly framed?: boolean;
}

/** Where the picture plays, and whatever takes its place; always of the same size. */
export function WatchStage({ event, kind, sport, country, onStale, theatre = null, framed = false }: WatchStageProps) {
  const t = useContentT();
  const title = eventTitle(event);
  if (kind === 'region') return <LazyRegionStage country={country} />;
  if (kind === 'embedded') return <LazyEmbedded url={mediaUrl(event.media, MEDIA.embedded) ?? ''} title={title} />;
  if (kind === 'player') {
    return (
      <LazyPlayer
        key={event.id}
        content={{ type: 'event', id: event.id }}
        title={title}
        poster={event.image}
        stream={streamOf(event)}
        withPreroll
        theatre={theatre}
        onStale={onStale}
      />
    );
  }
  const lock = lockOf(event);
  const preview = kind === 'upcoming' ? mediaUrl(event.media, MEDIA.embeddedPreview) : null;
  return (
    <>
      <GameStage event={event} sport={sport}>
        {kind === 'upcoming' && (
          <StageCountdown key={event.id} startsAt={event.event_utc_ts * 1000} onStart={onStale} />
        )}
        {kind === 'awaited' && <StageMessage>{t('watch.awaited')}</StageMessage>}
        {kind === 'processing' && <StageMessage>{t('watch.recordingSoon')}</StageMessage>}
        {kind === 'unrecorded' && <StageMessage>{t('watch.noRecording')}</StageMessage>}
        {lock && kind !== 'upcoming' && (
          <StageMessage>
            <Lock aria-hidden size={18} className="shrink-0" />
            {t(accessSentence(event))}
          </StageMessage>
        )}
        {lock && <LazyGate lock={lock} framed={framed} game={event} />}
      </GameStage>
      {preview && <LazyEmbedded url={preview} title={title} />}
    </>
  );
}
