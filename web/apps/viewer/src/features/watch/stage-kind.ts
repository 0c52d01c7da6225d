import type { Event } from '@touchline/api';
import { MEDIA, mediaUrl } from '@touchline/player';
import { accessOf, streamOf } from '../../playback/details.ts';
import { needsAccess } from '../../events/access.ts';

export type StageKind =
  /** Not in this region: before anything else, since neither an account nor a pass would help. */
  | 'region'
  | 'upcoming'
  | 'account'
  | 'pass'
  | 'embedded'
  | 'player'
  /** Live, and the first picture is still on its way. */
  | 'awaited'
  /** Over, and the recording is being made ready. */
  | 'processing'
  /** Over, and nothing was recorded. */
  | 'unrecorded';

/** What stands where the picture plays. */
export function stageKind(event: Event, regionBlocked: boolean): StageKind {
  const reason = accessOf(event)?.reason;
  if (regionBlocked || event.is_geo_blocked || reason === 'region') return 'region';
  if (event.stream_status === 'upcoming') return 'upcoming';
  const lock = lockOf(event);
  if (lock) return lock;
  // What another site shows is shown there, whatever we have of it.
  if (mediaUrl(event.media, MEDIA.embedded) !== null) return 'embedded';
  // Its address is the player's to ask for: a page that came with its data has none.
  const stream = streamOf(event) ?? 'waiting';
  if (stream === 'processing') return 'processing';
  if (stream !== 'waiting') return 'player';
  return event.stream_status === 'live' ? 'awaited' : 'unrecorded';
}

/** What a visitor lacks; null where nothing is lacking. */
export function lockOf(event: Event): 'account' | 'pass' | null {
  const reason = accessOf(event)?.reason;
  if (reason === 'needs_account') return 'account';
  if (reason?.startsWith('needs_')) return 'pass';
  if (!needsAccess(event)) return null;
  return event.access_type === 'register' ? 'account' : 'pass';
}
