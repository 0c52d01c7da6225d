import { useEffect, useRef, useState } from 'react';
import type { PlayerController } from '../dom/player-controller.ts';
import { usePlayerState } from './use-player-state.ts';

/** Safari has its own way, which TypeScript's library does not know. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker(): void;
}

const hasAirPlay = (video: HTMLVideoElement): video is AirPlayVideo => 'webkitShowPlaybackTargetPicker' in video;

/** A way to play on a television nearby; null while the browser knows none. */
export function useCast(player: PlayerController): (() => void) | null {
  const { video } = player;
  const started = usePlayerState(player, (state) => state.started);
  const [available, setAvailable] = useState(false);
  const twin = useRef<HTMLVideoElement | null>(null);
  useEffect(() => {
    if (!started) return;
    const ends = new AbortController();
    const { signal } = ends;
    if (hasAirPlay(video)) {
      const onChange = (event: Event) => setAvailable('availability' in event && event.availability === 'available');
      video.addEventListener('webkitplaybacktargetavailabilitychanged', onChange, { signal });
    } else if ('remote' in video) {
      // Media that an engine feeds by segments cannot be cast; an element with the address itself can.
      const other = document.createElement('video');
      other.preload = 'none';
      other.src = player.address();
      twin.current = other;
      other.remote.watchAvailability(setAvailable).catch(() => setAvailable(false));
      other.remote.addEventListener('disconnect', () => void video.play().catch(() => undefined), { signal });
    }
    return () => {
      ends.abort();
      twin.current?.removeAttribute('src');
      twin.current = null;
    };
  }, [player, started, video]);

  if (!available) return null;
  return () => {
    if (hasAirPlay(video)) video.webkitShowPlaybackTargetPicker();
    else if (twin.current) void handOver(player, twin.current).catch(() => undefined);
  };
}

async function handOver(player: PlayerController, to: HTMLVideoElement): Promise<void> {
  to.src = player.address();
  await to.remote.prompt();
  to.currentTime = player.video.currentTime;
  player.pause();
  await to.play();
}
