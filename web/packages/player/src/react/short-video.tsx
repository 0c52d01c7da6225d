import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Engine, EngineListener } from '../core/engine.ts';
import { loadEngine } from '../dom/load-engine.ts';
import { tokenOf, withToken } from '../core/token-address.ts';

interface ShortVideoProps {
  readonly label: string;
  readonly address: string;
  readonly poster: string | null;
  readonly playing: boolean;
  readonly muted: boolean;
  /** A fresh address of the same video, once the first one has run out; null where there is none any more. */
  readonly renew: () => Promise<string | null>;
  readonly onFailed: () => void;
  /** The browser does not let it begin by itself. */
  readonly onBlocked: () => void;
}

const TRIES = 3;

/** A few seconds without controls, over and over. What does not play yet is loaded, so that it can begin at once. */
export function ShortVideo({ label, address, poster, playing, muted, renew, onFailed, onBlocked }: ShortVideoProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const line = useRef<HTMLSpanElement>(null);
  const ask = useEffectEvent(renew);
  const fail = useEffectEvent(onFailed);
  const blocked = useEffectEvent(onBlocked);
  const first = useEffectEvent(() => address);

  useEffect(() => {
    if (!video) return;
    const ends = new AbortController();
    const { signal } = ends;
    let latest = first();
    let engine: Engine | null = null;
    let tries = 0;
    const again = (fresh: string | null) => {
      if (signal.aborted) return;
      if (fresh === null) return fail();
      latest = fresh;
      engine?.resume();
    };
    const lose = () => {
      tries += 1;
      if (tries > TRIES) return fail();
      ask().then(again, () => again(null));
    };
    const listener: EngineListener = {
      onReady: () => undefined,
      onLevels: () => undefined,
      onHeight: () => undefined,
      onCaptions: () => undefined,
      onRefused: lose,
      onFailure: lose,
    };
    loadEngine({ video, listener, rewrite: (asked) => withToken(asked, tokenOf(latest)) }).then(
      (made) => {
        if (signal.aborted) return made.destroy();
        engine = made;
        made.load(`${latest}?ahead=1`, null);
      },
      () => fail(),
    );
    const begin = () => engine?.timeline().start ?? 0;
    const onTime = () => {
      const length = video.duration - begin();
      const played = length > 0 ? Math.max(0, video.currentTime - begin()) / length : 0;
      line.current?.style.setProperty('scale', `${played.toFixed(4)} 1`);
    };
    // The element itself would go back to what lies before the beginning.
    const onEnd = () => {
      video.currentTime = begin();
      void video.play().catch(() => undefined);
    };
    // Preloading was no view: the first picture asks once more.
    const onFirst = () => void fetch(latest, { signal }).catch(() => undefined);
    video.addEventListener('playing', onFirst, { signal, once: true });
    video.addEventListener('timeupdate', onTime, { signal });
    video.addEventListener('ended', onEnd, { signal });
    return () => {
      ends.abort();
      engine?.destroy();
    };
  }, [video]);

  useEffect(() => {
    if (!video) return;
    if (!playing) {
      video.pause();
      return;
    }
    video.play().catch((error: unknown) => {
      // A pause, or an end, breaks off an attempt; only the browser's refusal is one.
      if (error instanceof DOMException && error.name === 'NotAllowedError') blocked();
    });
  }, [video, playing]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions belong to the game. */}
      <video
        ref={setVideo}
        aria-label={label}
        playsInline
        muted={muted}
        poster={poster ?? undefined}
        className="short-video"
      />
      <span ref={line} aria-hidden className="short-line" />
    </>
  );
}
