import { formatDuration, useLocale, usePlayerT } from '@touchline/i18n';
import { type PointerEvent, useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { PlayerController } from '../dom/player-controller.ts';
import { spokenTime } from '../core/spoken-time.ts';
import { ThumbnailPicture } from './thumbnail-picture.tsx';
import { type Thumbnail, thumbnailAt } from '../core/thumbnails.ts';
import { behindLive, fractionOf, isAtEdge, timeAt } from '../core/timeline.ts';
import { usePlayerState } from './use-player-state.ts';
import { useThumbnails } from './use-thumbnails.ts';

/** The whole game from its start to its end, or to the live edge. Keys are the player's own. */
export function SeekBar({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const locale = useLocale();
  const { timeline, time, buffered } = usePlayerState(
    player,
    useShallow((state) => ({ timeline: state.timeline, time: state.time, buffered: state.buffered })),
  );
  const thumbnails = useThumbnails(player);
  /** Where the pointer is, and where a finger that still holds the bar wants to go. */
  const [hover, setHover] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  // At the edge the last seconds are those on their way: nothing is left to go to.
  const shown = dragged ?? (isAtEdge(timeline, time) ? timeline.end : time);
  const percent = (at: number) => `${(fractionOf(timeline, at) * 100).toFixed(3)}%`;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = timeAt(timeline, width > 0 ? (event.clientX - left) / width : 0);
    setHover(at);
    thumbnails.want(at);
  };
  const commit = () => {
    if (dragged !== null) player.seek(dragged);
    setDragged(null);
  };
  const said = () => {
    if (timeline.live) {
      if (isAtEdge(timeline, shown)) return t('player.live');
      return t('player.behind', { time: spokenTime(behindLive(timeline, shown), locale) });
    }
    const length = spokenTime(timeline.end - timeline.start, locale);
    return t('player.position', { time: spokenTime(shown - timeline.start, locale), duration: length });
  };
  const peek = dragged ?? hover;
  const picture = peek === null ? undefined : thumbnailAt(thumbnails.list, peek);
  const rested = useRested(picture?.url);
  return (
    <div className="seek" onPointerMove={point} onPointerLeave={() => setHover(null)}>
      <div aria-hidden className="seek-track">
        <div className="seek-loaded" style={{ width: percent(time + buffered) }} />
        <div className="seek-played" style={{ width: percent(shown) }} />
      </div>
      <input
        type="range"
        aria-label={t('player.seek')}
        aria-valuetext={said()}
        min={timeline.start}
        max={Math.max(timeline.end, timeline.start)}
        step="any"
        value={Math.min(Math.max(shown, timeline.start), timeline.end)}
        onPointerDown={() => setDragged(time)}
        onPointerUp={commit}
        onPointerCancel={() => setDragged(null)}
        onChange={({ target }) => {
          // Assistive technology moves the bar without a pointer.
          if (dragged === null) player.seek(Number(target.value));
          else setDragged(Number(target.value));
        }}
      />
      {peek !== null && timeline.end > timeline.start && (
        <Peek at={percent(peek)} time={peek - timeline.start} picture={picture} rested={rested} />
      )}
    </div>
  );
}

interface PeekProps {
  readonly at: string;
  readonly time: number;
  readonly picture: Thumbnail | undefined;
  readonly rested: boolean;
}

function Peek({ at, time, picture, rested }: PeekProps) {
  const half = picture ? picture.width / 2 : 28;
  return (
    <div aria-hidden className="seek-peek" style={{ left: `clamp(${half}px, ${at}, calc(100% - ${half}px))` }}>
      {picture && (
        <div className="seek-picture" style={{ width: picture.width, height: picture.height }}>
          {rested && <ThumbnailPicture key={picture.url} picture={picture} />}
        </div>
      )}
      <span className="seek-time">{formatDuration(time)}</span>
    </div>
  );
}

/** Those that are only passed on the way are not asked for. */
const REST_MS = 120;

/** Whether the pointer has rested on a file; one that was asked for before is there at once. */
function useRested(url: string | undefined): boolean {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const isAsked = url !== undefined && asked.includes(url);
  useEffect(() => {
    if (url === undefined || isAsked) return;
    const resting = setTimeout(() => setAsked((before) => [...before, url]), REST_MS);
    return () => clearTimeout(resting);
  }, [url, isAsked]);
  return isAsked;
}
