import type { Clip } from '@touchline/api';

/** Sample data of clips. */
export const makeClip = (change: Partial<Clip> = {}): Clip => ({
  id: 7,
  uuid: 'word',
  event_id: 1,
  event_media_id: 3,
  name: 'Buzzer beater',
  start_time: 60,
  duration: 12.5,
  tags: ['Dunk'],
  status: 'ready',
  failure: null,
  queue_place: null,
  created_at: Date.parse('2026-11-15T12:00:00Z') / 1000,
  is_mine: true,
  is_public: true,
  can_download: true,
  views: 3,
  play: { url: '/media/one/clip/index.m3u8' },
  poster_url: null,
  share_path: '/share/7/word',
  event: {
    id: 1,
    title: 'Granite Bay @ Ironwood',
    event_utc_ts: Date.parse('2026-11-15T00:05:00Z') / 1000,
    access_type: 'paid',
    stream_status: 'finished',
    event_category: { id: 1, name: 'Basketball' },
  },
  ...change,
});
