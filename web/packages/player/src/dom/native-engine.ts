import type { Engine } from '../core/engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { EMPTY, type Timeline } from '../core/timeline.ts';

/** Browsers that play HLS by themselves and leave us little to say: older phones of Apple, and casting. */
export function createNativeEngine({ video, listener, rewrite }: EngineOptions): Engine {
  const ends = new AbortController();
  const { signal } = ends;
  let address = '';
  let startAt: number | null = null;

  const tracks = () => [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
  const tellCaptions = () =>
    listener.onCaptions(tracks().map(({ label, language }, index) => ({ index, label: label || language, language })));
  const onMetadata = () => {
    if (startAt !== null) video.currentTime = startAt;
    startAt = null;
    listener.onHeight(video.videoHeight || null);
    tellCaptions();
    listener.onReady();
  };
  const onError = () => {
    const isNetwork = video.error?.code !== MediaError.MEDIA_ERR_DECODE;
    listener.onFailure(isNetwork ? 'network' : 'media');
  };
  video.addEventListener('loadedmetadata', onMetadata, { signal });
  video.addEventListener('error', onError, { signal });
  // They may be found after everything else.
  video.textTracks.addEventListener('addtrack', tellCaptions, { signal });

  const loadAgain = () => {
    const { currentTime, duration } = video;
    startAt = Number.isFinite(duration) && currentTime > 0 ? currentTime : null;
    video.src = rewrite(address);
    video.load();
    void video.play().catch(() => undefined);
  };

  return {
    load(to, at) {
      address = to;
      startAt = at;
      video.src = to;
    },
    resume: loadAgain,
    recover: loadAgain,
    timeline(): Timeline {
      const { seekable, duration } = video;
      if (seekable.length === 0) return EMPTY;
      return { start: seekable.start(0), end: seekable.end(seekable.length - 1), live: duration === Infinity };
    },
    latency: () => null,
    aim: () => undefined,
    setLevel: () => undefined,
    setCaption(index) {
      for (const [at, track] of tracks().entries()) track.mode = at === index ? 'showing' : 'disabled';
    },
    destroy() {
      ends.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}
