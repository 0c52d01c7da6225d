// Time as a bar code: 42 bars across the top of a picture, black for 0 and white for 1, the highest bit first, after one
// white and one black bar that show where it begins.
export const bars = 44;
export const barHeight = 32;

/** Which bars are white, for a moment in milliseconds since 1970. */
export function barsOf(moment: number): boolean[] {
  const bits = moment
    .toString(2)
    .padStart(bars - 2, '0')
    .split('');
  return [true, false, ...bits.map((bit) => bit === '1')];
}

/** Runs in the page: reads the bar code of each picture that is shown, and gives how old each one was. */
export async function readBarCode(measureFor: number): Promise<number[]> {
  const count = 44;
  const video = document.querySelector('video');
  if (video === null) return [];
  const canvas = document.createElement('canvas');
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return [];
  const ages: number[] = [];
  const end = Date.now() + measureFor;
  return new Promise((done) => {
    function look(): void {
      if (video === null || context === null) return;
      const now = Date.now();
      canvas.width = video.videoWidth;
      context.drawImage(video, 0, 16 * (video.videoHeight / 360), video.videoWidth, 1, 0, 0, video.videoWidth, 1);
      const { data } = context.getImageData(0, 0, video.videoWidth, 1);
      const width = video.videoWidth / count;
      const isWhite = (bar: number): boolean => (data[Math.floor((bar + 0.5) * width) * 4] ?? 0) > 127;
      let moment = 0;
      for (let bar = 2; bar < count; bar += 1) moment = moment * 2 + (isWhite(bar) ? 1 : 0);
      if (isWhite(0) && !isWhite(1) && Math.abs(now - moment) < 120_000) ages.push(now - moment);
      if (now < end) video.requestVideoFrameCallback(look);
      else done(ages);
    }
    video.requestVideoFrameCallback(look);
  });
}
