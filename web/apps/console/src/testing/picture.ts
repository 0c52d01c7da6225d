import type { PictureItem } from '@touchline/api/console';

/** A picture of the library. */
export function pictureItem(id: number, name: string, rest: Partial<PictureItem> = {}): PictureItem {
  return {
    id,
    version: 1,
    name,
    address: `/storage/images/demo/${String(id).padStart(16, '0')}-fedcba9876543210-50-50-1280.jpg`,
    width: 1280,
    height: 640,
    original: { width: 1600, height: 800 },
    crop: null,
    focus: { x: 50, y: 50 },
    created_at: 1_800_000_000,
    uses: [],
    ...rest,
  };
}
