import { vi } from 'vitest';
import type { Engine, EngineListener } from '../core/engine.ts';
import type { EngineOptions } from '../dom/engine-options.ts';
import type { Timeline } from '../core/timeline.ts';

interface FakeVideo {
  readonly video: HTMLVideoElement;
  /** What the browser says to `play()`; by default it may. */
  readonly refusePlay: (refuses: (muted: boolean) => boolean) => void;
  /** Time passes on the picture. */
  readonly moveTo: (seconds: number) => void;
}

const never = () => false;

/** A video element whose clock is the test's own. */
export function makeVideo(video: HTMLVideoElement = document.createElement('video')): FakeVideo {
  let refuses: (muted: boolean) => boolean = never;
  let [paused, time] = [true, 0];
  Object.defineProperties(video, {
    paused: { configurable: true, get: () => paused },
    currentTime: {
      configurable: true,
      get: () => time,
      set: (to: number) => {
        time = to;
        video.dispatchEvent(new Event('seeking'));
      },
    },
    readyState: { configurable: true, value: 4 },
    buffered: { configurable: true, value: { length: 1, start: () => 0, end: () => 10_000 } },
  });
  video.play = async () => {
    if (refuses(video.muted)) throw new DOMException('no', 'NotAllowedError');
    paused = false;
    video.dispatchEvent(new Event('play'));
    video.dispatchEvent(new Event('playing'));
  };
  video.pause = () => {
    if (paused) return;
    paused = true;
    video.dispatchEvent(new Event('pause'));
  };
  return {
    video,
    refusePlay(when) {
      refuses = when;
    },
    moveTo(seconds) {
      time = seconds;
      video.dispatchEvent(new Event('timeupdate'));
    },
  };
}

/** An engine that plays nothing, remembers what it was told, and says what the test wants. */
export function makeEngine(timeline: Timeline) {
  const told: string[] = [];
  const state = { timeline, latency: null as ReturnType<Engine['latency']> };
  let options: EngineOptions | null = null;
  const engine: Engine = {
    load: (address, startAt) =>
      void told.push(`load ${address}${startAt === null ? '' : ` at ${Math.round(startAt)}`}`),
    resume: () => void told.push('resume'),
    recover: () => void told.push('recover'),
    timeline: () => state.timeline,
    latency: () => state.latency,
    aim: (target) => void told.push(`aim ${target.toFixed(1)}`),
    setLevel: (index) => void told.push(`level ${index}`),
    setCaption: (index) => void told.push(`caption ${index}`),
    destroy: () => void told.push('destroy'),
  };
  const make = vi.fn<(given: EngineOptions) => Promise<Engine>>(async (given) => {
    options = given;
    return engine;
  });
  const listener = (): EngineListener => {
    if (!options) throw new Error('no engine has been made');
    return options.listener;
  };
  return { told, state, make, listener, rewrite: (address: string) => options?.rewrite(address) };
}
