import type { Content } from '@touchline/api';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { captionIn, rememberCaption, rememberedCaption } from './caption-choice.ts';
import { forgiven, paceFor, shouldJump, stalled, type Stalls, targetLatency } from '../core/catch-up.ts';
import type { Engine, EngineListener, Latency } from '../core/engine.ts';
import type { EngineOptions } from './engine-options.ts';
import type { PlaybackSession } from './playback-session.ts';
import type { PlayerEventName, PlayerEvents } from '../core/player-events.ts';
import { changed, INITIAL, type PlayerState } from '../core/player-state.ts';
import { createRecovery, type Remedy } from '../core/recovery.ts';
import { isSimulationOver, simulatedEdge } from '../core/simulated-edge.ts';
import { behindLive, bufferedAfter, clampTime, isAtEdge, rangesOf, type Timeline } from '../core/timeline.ts';

interface PlayerOptions {
  readonly video: HTMLVideoElement;
  readonly content: Content;
  /** Makes the playback session; what the server refuses goes to the player. */
  readonly playbackSession: (onRefused: (code: string) => void) => PlaybackSession;
  readonly engine: (options: EngineOptions) => Promise<Engine>;
  readonly events: PlayerEvents;
  /** When a finished game "begins" that is played as if it were live. */
  readonly simulatedFrom: number | null;
  readonly takeOver: (session: string | null) => Promise<void>;
}

/** The player without its looks: what it knows, and what can be asked of it. */
export interface PlayerController {
  readonly video: HTMLVideoElement;
  readonly store: StoreApi<PlayerState>;
  begin(): Promise<void>;
  /** The same media file under the newest token. */
  rewrite(address: string): string;
  /** What another device can be told to play; empty until it is known. */
  address(): string;
  toggle(): void;
  pause(): void;
  seek(to: number): void;
  goLive(): void;
  /** From the start, after the end. */
  replay(): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  /** Silent while something else sounds; what the viewer chose is kept for afterwards. */
  muteWhile(silent: boolean): void;
  setSpeed(speed: number): void;
  setLevel(index: number | null): void;
  setCaption(index: number | null): void;
  /** After the server said no, or the decoder gave up. */
  retry(): Promise<void>;
  takeOver(): Promise<void>;
  end(): void;
}

const TICK_MS = 250;
/** Without a new picture for this long the stream is away. */
const HELD_MS = 4_000;
/** How often, and how far apart, the server is asked what becomes of a live game whose pictures have ended. */
const END_TRIES = 10;
const END_RETRY_MS = 1_000;
/** What is known of the edge is old while the network, or the encoder, is away. */
const isFresh = ({ age, holdBack }: Latency): boolean => age <= holdBack;
/** Sound as it was left, for the next player on this page. */
const sound = { volume: 1, muted: false };

export function createPlayerController(options: PlayerOptions): PlayerController {
  const { video, content, events, simulatedFrom } = options;
  const store = createStore<PlayerState>()(() => ({ ...INITIAL, ...sound }));
  const set = (change: Partial<PlayerState>) => store.setState((state) => changed(state, change), true);
  const ends = new AbortController();
  const recovery = createRecovery();
  const playbackSession = options.playbackSession(refused);
  let engine: Engine | null = null;
  let stream = '';
  let retrying: ReturnType<typeof setTimeout> | undefined;
  /** Whether the viewer follows the live edge; false after a seek away from it. */
  let following = true;
  let stalls: Stalls = { count: 0, at: 0 };
  /** Whether the picture has stood still, as it has before the first, and not been brought back to the edge since. */
  let stood = true;
  let aimed = 0;
  let mutedMeanwhile = false;
  /** Whether what is played was live at any time. */
  let wasLive = false;
  /** The pictures have ended, and the viewer has not sought back since. */
  let ending = false;
  let lastMove = { time: -1, at: Date.now() };

  const say = (name: PlayerEventName) =>
    events.emit({ name, content, position: video.currentTime, live: timeline().live });

  function timeline(): Timeline {
    const own = engine?.timeline() ?? INITIAL.timeline;
    if (simulatedFrom === null || own.end === 0) return own;
    const now = Date.now() / 1000;
    const end = own.start + simulatedEdge(simulatedFrom, now, own.end - own.start);
    return { start: own.start, end, live: !isSimulationOver(simulatedFrom, now, own.end - own.start) };
  }

  const listener: EngineListener = {
    onReady() {
      set({ phase: 'ready' });
      say('ready');
    },
    onLevels: (levels) => set({ levels: levels.toSorted((a, b) => b.height - a.height || b.bitrate - a.bitrate) }),
    onHeight: (height) => set({ height }),
    onCaptions(captions) {
      set({ captions });
      // Also for an engine that was made anew, which knows nothing of the choice.
      const chosen = store.getState().caption ?? captionIn(captions, rememberedCaption());
      if (chosen !== null) showCaption(chosen);
    },
    onRefused(code) {
      if (code === 'playback_ended') void renewed();
      else refused(code);
    },
    onFailure(kind) {
      if (kind === 'media') apply(recovery.media(Date.now()));
      else if (kind === 'network') apply(recovery.network());
      else void missed();
    },
  };

  function showCaption(index: number | null): void {
    engine?.setCaption(index);
    set({ caption: index });
  }

  async function renewed(): Promise<void> {
    if (!(await playbackSession.renew())) {
      if (store.getState().refusal === null) apply(recovery.network());
    } else if (!(await switchStream(!video.paused))) engine?.resume();
  }

  /** What is played is not there: the game goes on as something else, or the server is late. */
  async function missed(): Promise<void> {
    if ((await playbackSession.renew()) && (await switchStream(!video.paused))) return;
    if (store.getState().refusal === null) apply(recovery.network());
  }

  /** Goes with a game that was begun anew, to its edge; nothing where it was not. */
  async function switchStream(playing: boolean): Promise<boolean> {
    const next = ends.signal.aborted ? null : playbackSession.next();
    if (!next) return false;
    stream = next.stream;
    following = true;
    set({ thumbnails: next.thumbnails, ended: false, speed: 1, level: null, caption: null });
    await build(null);
    if (playing) await autoplay();
    return true;
  }

  /** The pictures have come to their end; a live game need not have. */
  async function over(): Promise<void> {
    ending = true;
    for (let tries = wasLive ? END_TRIES : 0; tries > 0 && !ends.signal.aborted; tries -= 1) {
      // oxlint-disable-next-line no-await-in-loop -- one question after the other.
      if ((await playbackSession.renew()) && (await switchStream(true))) return;
      if (!playbackSession.isLive() || store.getState().refusal !== null) break;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((passed) => setTimeout(passed, END_RETRY_MS));
    }
    if (ends.signal.aborted || !ending) return;
    set({ ended: true });
    say('complete');
  }

  function refused(code: string): void {
    if (store.getState().refusal === code) return;
    video.pause();
    set({ refusal: code });
    say('error');
  }

  function apply(remedy: Remedy): void {
    if (ends.signal.aborted) return;
    switch (remedy.do) {
      case 'load':
        clearTimeout(retrying);
        retrying = setTimeout(() => engine?.resume(), remedy.afterMs);
        break;
      case 'recover':
        engine?.recover();
        break;
      case 'rebuild':
        void build(timeline().live && following ? null : video.currentTime).then(() =>
          video.play().catch(() => undefined),
        );
        break;
      case 'fail':
        set({ phase: 'failed' });
        say('error');
        break;
    }
  }

  async function build(startAt: number | null): Promise<void> {
    engine?.destroy();
    engine = null;
    const built = await options.engine({ video, listener, rewrite: playbackSession.rewrite });
    if (ends.signal.aborted) {
      built.destroy();
      return;
    }
    engine = built;
    aimed = 0;
    wasLive = false;
    built.load(playbackSession.rewrite(stream), startAt);
  }

  async function begin(): Promise<void> {
    try {
      const addresses = await playbackSession.begin();
      if (!addresses || ends.signal.aborted) return;
      stream = addresses.stream;
      set({ thumbnails: addresses.thumbnails });
      const now = Date.now() / 1000;
      await build(simulatedFrom === null ? null : Math.max(0, now - simulatedFrom));
    } catch {
      if (ends.signal.aborted) return;
      const remedy = recovery.network();
      retrying = setTimeout(() => void begin(), 'afterMs' in remedy ? remedy.afterMs : TICK_MS);
      return;
    }
    await autoplay();
  }

  /** With sound where the browser allows it, without where it does not. */
  async function autoplay(): Promise<void> {
    if (await tryPlay()) return;
    if (!video.muted) {
      video.muted = true;
      set({ soundBlocked: true });
      if (await tryPlay()) return;
    }
    if (!ends.signal.aborted) set({ playBlocked: true });
  }

  async function tryPlay(): Promise<boolean> {
    try {
      await video.play();
      return true;
    } catch (error) {
      // A new source, or an end, breaks off an attempt; only the browser's refusal is one.
      return !(error instanceof DOMException && error.name === 'NotAllowedError');
    }
  }

  function tick(): void {
    const now = timeline();
    if (now.live && simulatedFrom === null) wasLive = true;
    const { currentTime, paused, readyState } = video;
    const ranges = rangesOf(video.buffered);
    const buffered = bufferedAfter(ranges, currentTime);
    if (Math.abs(currentTime - lastMove.time) > 0.01 || paused) lastMove = { time: currentTime, at: Date.now() };
    const still = Date.now() - lastMove.at;
    // Also when it was gone to, and did not come.
    if (still > HELD_MS) stood = true;
    if (still === 0 && !paused && buffered > 0) recovery.well(Date.now());
    pace(now, buffered);
    set({
      timeline: now,
      time: currentTime,
      buffered,
      paused,
      waiting: !paused && (still > TICK_MS * 2 || readyState < 3) && !video.ended,
      held: now.live && !paused && still > HELD_MS && !isWaitingForOldPart(now),
    });
  }

  /** The stream is up, new pictures come, and the viewer, who went back, waits for old ones. */
  function isWaitingForOldPart(now: Timeline): boolean {
    const measured = engine?.latency();
    return !following && !isAtEdge(now, video.currentTime) && !!measured && isFresh(measured);
  }

  /** Keeps a live picture near the edge, and never past it. */
  function pace(now: Timeline, buffered: number): void {
    const { speed } = store.getState();
    if (simulatedFrom !== null && now.live && video.currentTime > now.end + 0.5) {
      video.currentTime = now.end;
      return;
    }
    if (!now.live) {
      setRate(speed);
      return;
    }
    if (isAtEdge(now, video.currentTime) && speed > 1) {
      following = true;
      set({ speed: 1 });
    }
    const measured = engine?.latency();
    if (!following || !measured || simulatedFrom !== null || video.paused) {
      setRate(following ? 1 : speed);
      return;
    }
    stalls = forgiven(stalls, Date.now());
    const target = targetLatency(measured.holdBack, stalls.count);
    if (target !== aimed) {
      aimed = target;
      engine?.aim(target);
    }
    const late = shouldJump({ latency: measured.behind, target, stood });
    // The jump waits for what it has to lead to.
    if (late && isFresh(measured) && behindLive(now, video.currentTime) > 1 && now.end > 0) {
      stood = false;
      video.currentTime = now.end;
      return;
    }
    if (!late && buffered > 0) stood = false;
    setRate(paceFor({ latency: measured.behind, target, buffered, rate: video.playbackRate }));
  }

  function setRate(rate: number): void {
    if (video.playbackRate !== rate) video.playbackRate = rate;
  }

  function seek(to: number): void {
    const now = timeline();
    const place = clampTime(now, to);
    following = isAtEdge(now, place);
    ending = false;
    say(place < video.currentTime ? 'rewind' : 'seek');
    video.currentTime = place;
    set({ time: place, ended: false });
  }

  function play(): void {
    set({ playBlocked: false });
    following = isAtEdge(timeline(), video.currentTime) || !store.getState().started;
    void tryPlay().then((allowed) => {
      if (!allowed) set({ playBlocked: true });
    });
  }

  async function retry(): Promise<void> {
    set({ refusal: null, phase: 'loading', ended: false });
    if (stream === '') return begin();
    const place = timeline().live && following ? null : video.currentTime;
    if (!(await playbackSession.renew()) || (await switchStream(true))) return;
    await build(place);
    await autoplay();
  }

  const { signal } = ends;
  const on = (name: keyof HTMLMediaElementEventMap, handler: () => void) =>
    video.addEventListener(name, handler, { signal });
  on('play', () => say('play'));
  on('pause', () => {
    if (!video.ended && !signal.aborted) say('pause');
  });
  on('playing', () => {
    set({ phase: 'ready', playBlocked: false, ended: false });
    if (!store.getState().started) say('first_frame');
    set({ started: true });
  });
  on('waiting', () => {
    // An empty buffer at the edge asks for more distance; one after a seek does not.
    if (!following || !store.getState().started || video.seeking) return;
    stalls = stalled(stalls, Date.now());
    stood = true;
  });
  on('ended', () => void over());
  on('volumechange', () => {
    const { volume, muted } = video;
    set({ volume, muted, ...(!muted && { soundBlocked: false }) });
    if (!store.getState().soundBlocked && !mutedMeanwhile) Object.assign(sound, { volume, muted });
  });
  for (const name of ['timeupdate', 'seeking', 'seeked', 'progress', 'durationchange'] as const) on(name, tick);
  video.volume = sound.volume;
  video.muted = sound.muted;
  const ticking = setInterval(tick, TICK_MS);

  return {
    video,
    store,
    begin,
    rewrite: playbackSession.rewrite,
    address: () => playbackSession.rewrite(stream),
    toggle: () => (video.paused ? play() : video.pause()),
    pause: () => video.pause(),
    seek,
    goLive() {
      set({ speed: 1 });
      seek(timeline().end);
      following = true;
      if (video.paused) play();
    },
    replay() {
      seek(timeline().start);
      play();
    },
    setVolume(volume) {
      video.volume = Math.min(1, Math.max(0, volume));
      video.muted = video.volume === 0;
    },
    toggleMute() {
      video.muted = !video.muted;
      if (!video.muted && video.volume === 0) video.volume = 0.5;
    },
    muteWhile(silent) {
      mutedMeanwhile = silent;
      video.muted = silent || sound.muted || store.getState().soundBlocked;
    },
    setSpeed(speed) {
      const now = timeline();
      // At the edge there is nothing to hurry to.
      if (speed > 1 && isAtEdge(now, video.currentTime)) return;
      following = speed === 1 && isAtEdge(now, video.currentTime);
      set({ speed });
      setRate(speed);
    },
    setLevel(index) {
      engine?.setLevel(index);
      set({ level: index });
    },
    setCaption(index) {
      rememberCaption(store.getState().captions.find((caption) => caption.index === index)?.language ?? null);
      showCaption(index);
    },
    retry,
    async takeOver() {
      await options.takeOver(playbackSession.id());
      await retry();
    },
    end() {
      if (store.getState().started) say('stop');
      ends.abort();
      clearInterval(ticking);
      clearTimeout(retrying);
      playbackSession.end();
      engine?.destroy();
      engine = null;
    },
  };
}
