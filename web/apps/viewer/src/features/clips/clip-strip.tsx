import { formatDuration, useClipT, useLocale } from '@touchline/i18n';
import {
  AGAIN_MS,
  type PlayerController,
  spokenTime,
  thumbnailAt,
  ThumbnailPicture,
  useThumbnails,
} from '@touchline/player';
import { IconButton } from '@touchline/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatClock } from './clock.ts';
import { type Lengths, placeIn, type Stretch } from './range.ts';

type Edge = keyof Stretch;

interface ClipStripProps {
  readonly player: PlayerController;
  readonly video: HTMLVideoElement | null;
  readonly whole: Stretch;
  readonly view: Stretch;
  readonly range: Stretch;
  readonly lengths: Lengths;
  readonly frame: number;
  readonly onMove: (edge: Edge, to: number) => void;
  /** The finger, or the key, has gone. */
  readonly onMoved: (edge: Edge) => void;
  readonly onShow: (at: number) => void;
  readonly onTurn: (by: -1 | 1) => void;
}

const ROOM = 0.12;

const percent = (place: number): string => `${(place * 100).toFixed(3)}%`;

/** The timeline around the clip: small pictures where the game has some, both ends to drag, and what is playing. */
export function ClipStrip(props: ClipStripProps) {
  const { player, video, whole, view, range, lengths, frame, onMove, onMoved, onShow, onTurn } = props;
  const t = useClipT();
  const locale = useLocale();
  const strip = useRef<HTMLDivElement>(null);
  const timeOf = ({ clientX }: PointerEvent) => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    const place = width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0;
    return view.start + place * (view.end - view.start);
  };
  const byKey = (edge: Edge) => (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -frame,
      ArrowDown: -frame,
      ArrowRight: frame,
      ArrowUp: frame,
      PageDown: -5,
      PageUp: 5,
    };
    const step = Object.hasOwn(steps, event.key) ? (steps[event.key] ?? 0) : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(edge, range[edge] + (event.shiftKey ? Math.sign(step) : step));
    onMoved(edge);
  };
  const handle = (edge: Edge) => {
    const from = edge === 'start' ? whole.start : range.start + lengths.shortest;
    const to = edge === 'start' ? range.end - lengths.shortest : whole.end;
    // Beside the clip there is no room for the time at the strip's own end.
    const place = placeIn(view, range[edge]);
    const isNear = edge === 'start' ? place < ROOM : place > 1 - ROOM;
    return (
      <div
        role="slider"
        tabIndex={0}
        aria-label={t(edge === 'start' ? 'clip.start' : 'clip.end')}
        aria-valuemin={from}
        aria-valuemax={Math.max(from, to)}
        aria-valuenow={range[edge]}
        aria-valuetext={spokenTime(range[edge], locale)}
        data-edge={edge}
        className="clip-handle"
        style={{ left: percent(place) }}
        onKeyDown={byKey(edge)}
        onPointerDown={(event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(edge, timeOf(event));
        }}
        onLostPointerCapture={() => onMoved(edge)}
      >
        <span aria-hidden className="clip-handle-time" data-inside={isNear}>
          {formatClock(range[edge]).replace(/^0:/, '')}
        </span>
      </div>
    );
  };
  return (
    <div role="group" aria-label={t('clip.timeline')} className="clip-timeline">
      <IconButton
        label={t('clip.earlier')}
        className="clip-turn"
        disabled={view.start <= whole.start}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden size={22} />
      </IconButton>
      <div className="clip-strip-column">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the editor do the same. */}
        <div ref={strip} className="clip-strip" onPointerDown={(event) => onShow(timeOf(event))}>
          <Film player={player} view={view} />
          <div className="clip-shade" style={{ left: 0, right: percent(1 - placeIn(view, range.start)) }} />
          <div className="clip-shade" style={{ left: percent(placeIn(view, range.end)), right: 0 }} />
          <div
            className="clip-window"
            style={{
              left: percent(placeIn(view, range.start)),
              right: percent(1 - placeIn(view, range.end)),
            }}
          />
          {handle('start')}
          {handle('end')}
          <Playhead video={video} view={view} />
        </div>
        <div aria-hidden className="clip-scale">
          <span>{formatDuration(view.start)}</span>
          <span>{formatDuration((view.start + view.end) / 2)}</span>
          <span>{formatDuration(view.end)}</span>
        </div>
      </div>
      <IconButton
        label={t('clip.later')}
        className="clip-turn"
        disabled={view.end >= whole.end}
        onClick={() => onTurn(1)}
      >
        <ChevronRight aria-hidden size={22} />
      </IconButton>
    </div>
  );
}

/** So many pictures stand side by side, so that each is wide enough to show something. */
const TILES = { narrow: 5, wide: 10 } as const;
const TILE_HEIGHT = 64;

function Film({ player, view }: { readonly player: PlayerController; readonly view: Stretch }) {
  const { list, want } = useThumbnails(player);
  const [count] = useState(() => (innerWidth < 640 ? TILES.narrow : TILES.wide));
  const step = (view.end - view.start) / count;
  const last = view.end - step / 2;
  useEffect(() => {
    want(last);
    // At the live edge the newest may not be listed yet.
    const asking = setInterval(() => want(last), AGAIN_MS);
    return () => clearInterval(asking);
  }, [want, last]);
  return (
    <div aria-hidden className="clip-film">
      {Array.from({ length: count }, (_, index) => {
        const picture = thumbnailAt(list, view.start + (index + 0.5) * step);
        return (
          <span key={index} className="clip-tile">
            {picture && <ThumbnailPicture key={picture.url} picture={picture} scale={TILE_HEIGHT / picture.height} />}
          </span>
        );
      })}
    </div>
  );
}

/** Moves with every picture, and so past React. */
function Playhead({ video, view }: { readonly video: HTMLVideoElement | null; readonly view: Stretch }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!video) return;
    let frame = 0;
    const follow = () => {
      const { currentTime } = video;
      const isSeen = currentTime >= view.start && currentTime <= view.end;
      if (line.current) {
        line.current.style.left = percent(placeIn(view, currentTime));
        line.current.style.visibility = isSeen ? 'visible' : 'hidden';
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [video, view]);
  return <span ref={line} aria-hidden className="clip-playhead" />;
}
