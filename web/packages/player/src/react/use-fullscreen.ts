import { type RefObject, useEffect, useState } from 'react';

/** Phones of Apple know full screen for a video only. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen(): void;
}

interface Fullscreen {
  readonly on: boolean;
  readonly toggle: () => void;
}

export function useFullscreen(root: RefObject<HTMLElement | null>, video: HTMLVideoElement): Fullscreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const look = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === root.current);
    document.addEventListener('fullscreenchange', look, { signal: ends.signal });
    return () => ends.abort();
  }, [root]);
  return {
    on,
    toggle() {
      const element = root.current;
      if (!element) return;
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (document.fullscreenEnabled) void element.requestFullscreen().catch(() => undefined);
      else if (isPhoneVideo(video)) video.webkitEnterFullscreen();
    },
  };
}

function isPhoneVideo(video: HTMLVideoElement): video is PhoneVideo {
  return 'webkitEnterFullscreen' in video;
}
