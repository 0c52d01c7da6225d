import type { ChannelSettings } from '@touchline/api/console';

/** The settings of the channel `demo`. */
export const SETTINGS: ChannelSettings = {
  id: 1,
  version: 3,
  name: 'Northline',
  tagline: 'Home games',
  language: 'en',
  multi_language: false,
  currency: 'USD',
  time_zone: 'Europe/Sofia',
  is_currency_fixed: false,
  google_tag: null,
  analytics_key: null,
  geo_rule: { mode: 'everywhere' },
  reveal_unknown_email: false,
  registration_by_mail: true,
  max_streams: 2,
  max_downloads: 50,
  max_clips: 200,
  max_clip_s: 120,
  clip_share: 10,
  clip_share_of_all: 25,
  preroll_pause_s: 3600,
};
