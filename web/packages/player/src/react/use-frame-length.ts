import { useEffect, useState } from 'react';

/** What most cameras send; right until the pictures have shown their own pace. */
const USUAL = 1 / 30;
const ENOUGH = 12;
const [SHORTEST, MAX_LENGTH] = [1 / 130, 1 / 10];

/** How long one picture of a video lasts, in seconds. */
export function useFrameLength(video: HTMLVideoElement | null): number {
  const [length, setLength] = useState(USUAL);
  useEffect(() => {
    // Some browsers tell of no pictures.
    if (!video?.requestVideoFrameCallback) return;
    let last = Number.NaN;
    let handle = 0;
    const steps: number[] = [];
    const onPicture: VideoFrameRequestCallback = (_, { mediaTime }) => {
      const step = mediaTime - last;
      last = mediaTime;
      if (step > SHORTEST && step < MAX_LENGTH) steps.push(step);
      // Pictures that were left out make steps longer, never shorter.
      if (steps.length === ENOUGH) setLength(Math.min(...steps));
      else handle = video.requestVideoFrameCallback(onPicture);
    };
    handle = video.requestVideoFrameCallback(onPicture);
    return () => video.cancelVideoFrameCallback(handle);
  }, [video]);
  return length;
}
