/**
 * The video that a watch address means: `/watch/{id}?vod_id={id}&type=vod` is another way to write `/vod_library/{id}`.
 * Null where it means a game, `unknown` where the video's id is no number.
 */
export function vodIdOf(query: Readonly<Record<string, unknown>>, pathId: number): number | 'unknown' | null {
  if (query['type'] !== 'vod') return null;
  const id = query['vod_id'] ?? pathId;
  const isId = (typeof id === 'number' || typeof id === 'string') && /^\d{1,15}$/.test(`${id}`);
  return isId ? Number(id) : 'unknown';
}
