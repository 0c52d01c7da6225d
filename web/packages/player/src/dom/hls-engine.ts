import HlsJs, { type ErrorData, ErrorTypes, Events, type HlsConfig, type Loader, type LoaderContext } from 'hls.js';
import type { Engine } from '../core/engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { KeyFrameLoading } from './key-frame-loading.ts';
import { playbackErrorCode } from './refusal.ts';
import { EMPTY, liveStart, type Timeline } from '../core/timeline.ts';

// oxlint-disable-next-line import/no-named-as-default-member -- the types know it as a member only.
export const isSupported = (): boolean => HlsJs.isSupported();

const FORBIDDEN = 403;
const MISSING = 404;

/** Browsers with media source extensions, the phones of Apple among them. */
export function createHlsEngine({ video, listener, rewrite }: EngineOptions): Engine {
  const hls = new HlsJs({
    lowLatencyMode: true,
    // Ours is a pace of its own, and so is the distance after a stall.
    maxLiveSyncPlaybackRate: 1,
    liveSyncOnStallIncrease: 0,
    // What is seen again is fetched again: a whole game would not fit.
    backBufferLength: 90,
    maxBufferLength: 20,
    maxMaxBufferLength: 60,
    capLevelToPlayerSize: true,
    // Ours needs no other container, and a worker from a blob is against the content policy.
    enableWorker: false,
    enableInterstitialPlayback: false,
    abrEwmaDefaultEstimate: 3_000_000,
    xhrSetup: (request, url) => request.open('GET', rewrite(url), true),
    loader: steadyLoader(),
    streamController: KeyFrameLoading,
  });
  let address = '';
  let parsed = false;

  const details = () => hls.latestLevelDetails;

  hls.on(Events.MANIFEST_PARSED, () => {
    parsed = true;
    listener.onLevels(hls.levels.map(({ height, bitrate }, index) => ({ index, height, bitrate })));
    listener.onReady();
  });
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => listener.onHeight(hls.levels[level]?.height ?? null));
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, (_, { subtitleTracks }) => {
    const captions = subtitleTracks.map(({ name, lang = '' }, index) => ({
      index,
      label: name || lang || String(index + 1),
      language: lang,
    }));
    // The engine makes a choice of its own after it has said this: ours comes after that.
    queueMicrotask(() => listener.onCaptions(captions));
  });
  hls.on(Events.ERROR, (_, data) => {
    if (data.response?.code === FORBIDDEN) listener.onRefused(playbackErrorCode(data.networkDetails));
    else if (data.fatal && isMedia(data)) listener.onFailure('media');
    else if (data.fatal) listener.onFailure(data.response?.code === MISSING ? 'gone' : 'network');
  });
  hls.attachMedia(video);

  return {
    load(to, startAt) {
      // Whole, with its host: the engine asks for the parts to come of no other address.
      address = new URL(to, video.baseURI).href;
      parsed = false;
      if (startAt !== null) hls.config.startPosition = startAt;
      hls.loadSource(address);
    },
    resume() {
      if (parsed) hls.startLoad();
      else hls.loadSource(address);
    },
    recover: () => hls.recoverMediaError(),
    timeline(): Timeline {
      const known = details();
      if (!known) return EMPTY;
      const start = known.fragmentStart;
      // A clip says where it begins: what lies before is there only to be decoded.
      if (!known.live) return { start: Math.max(start, known.startTimeOffset ?? start), end: known.edge, live: false };
      const sound = hls.audioTracks[hls.audioTrack]?.details?.fragmentStart ?? start;
      return { start: liveStart(start, sound), end: hls.liveSyncPosition ?? known.edge, live: true };
    },
    latency() {
      const known = details();
      if (!known?.live) return null;
      const { age, edge, partHoldBack, holdBack } = known;
      return { behind: edge + age - video.currentTime, holdBack: partHoldBack || holdBack, age };
    },
    aim(target) {
      hls.targetLatency = target;
    },
    setLevel(index) {
      hls.nextLevel = index ?? -1;
    },
    setCaption(index) {
      hls.subtitleDisplay = index !== null;
      hls.subtitleTrack = index ?? -1;
    },
    destroy: () => hls.destroy(),
  };
}

function isMedia({ type }: ErrorData): boolean {
  return type === ErrorTypes.MEDIA_ERROR || type === ErrorTypes.MUX_ERROR;
}

/**
 * Answers come from wherever the latest token led, but for the engine every file keeps the address that it had first:
 * a playlist that moved would be another playlist.
 */
function steadyLoader(): HlsConfig['loader'] {
  const Base = HlsJs.DefaultConfig.loader;
  return class extends Base {
    override load(...[context, config, callbacks]: Parameters<Loader<LoaderContext>['load']>): void {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...rest) => callbacks.onSuccess({ ...response, url: context.url }, ...rest),
      });
    }
  };
}
