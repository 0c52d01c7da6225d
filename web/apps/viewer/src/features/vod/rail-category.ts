import type { VodCategory, VodRail } from '@touchline/api';

/**
 * The category that a rail shows a part of, to link to the whole: one that all its videos share, and of several the one
 * that is called like the rail.
 */
export function railCategory(rail: VodRail, categories: readonly VodCategory[]): VodCategory | undefined {
  if (rail.vod_media_items.length === 0) return undefined;
  const shared = categories.filter(({ id }) =>
    rail.vod_media_items.every(({ category_ids }) => category_ids.includes(id)),
  );
  return shared.find(({ title }) => title === rail.title) ?? shared[0];
}
