import type { Event } from './types.ts';

/** Where the MP4 of a clip stands; the clip itself can be watched and shared in all three. */
export type ClipStatus = 'processing' | 'ready' | 'failed';

/** A few seconds of a game that somebody cut out. Times are seconds on the timeline of the game's recording. */
export interface Clip {
  id: number;
  uuid: string;
  event_id: number;
  event_media_id: number;
  name: string;
  start_time: number;
  duration: number;
  tags: string[];
  status: ClipStatus;
  /** Why there is no MP4, in words for people. */
  failure: string | null;
  queue_place: number | null;
  /** Seconds since 1970. */
  created_at: number;
  is_mine: boolean;
  is_public: boolean;
  can_download: boolean;
  views: number;
  /** A playlist that reaches the clip's own seconds only. */
  play: { url: string } | null;
  poster_url: string | null;
  share_path: string;
  event: Pick<Event, 'id' | 'event_utc_ts' | 'access_type' | 'stream_status'> & {
    title: string;
    event_category: { id: number; name: string } | null;
  };
}

export interface NewClip {
  event_id: number;
  event_media_id?: number;
  name: string;
  start_time: number;
  duration: number;
  tags: readonly string[];
  is_public: boolean;
}

export interface ClipTagCount {
  tag: string;
  count: number;
}

export type ClipFormat = 'original' | 'portrait_crop' | 'portrait_padded';

export interface ClipDownload {
  status: ClipStatus;
  /** Good for one download, soon. */
  url: string | null;
  queue_place: number | null;
  failure: string | null;
}

/** How long a clip may be; part of the channel's settings. */
export interface ClipLimits {
  min_duration_s: number;
  max_duration_s: number;
}
