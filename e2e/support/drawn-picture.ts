// Pictures that journeys upload.
import type { Page } from '@playwright/test';

/** A drawn picture, as a file to be chosen. */
export async function drawn(page: Page, name: string, width: number, height: number) {
  const base64 = await page.evaluate(
    ([wide = 0, high = 0]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const context = canvas.getContext('2d');
      const sky = context?.createLinearGradient(0, 0, wide, high);
      sky?.addColorStop(0, '#204080');
      sky?.addColorStop(1, '#e0a030');
      if (context && sky) context.fillStyle = sky;
      context?.fillRect(0, 0, wide, high);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height],
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}
