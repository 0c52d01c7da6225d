import type { Boot, Event, EventTeam, HomeEvents, Participant, ParticipantGroup, Slide } from '@touchline/api';

/** Sample data for tests: small, complete, and easy to change in one place. */

export const makeTeam = (id: number, name: string, change: Partial<EventTeam> = {}): EventTeam => ({
  id,
  name,
  short_name: name.slice(0, 3).toUpperCase(),
  alias: name.toLowerCase().replaceAll(' ', '-'),
  color: '#15788c',
  image: null,
  ...change,
});

export const makeEvent = (change: Partial<Event> = {}): Event => ({
  id: 1,
  name: 'Granite Bay @ Ironwood',
  type: 'free',
  access_type: 'free',
  stream_status: 'upcoming',
  location_id: 1,
  event_category_id: 1,
  event_utc_ts: Date.parse('2026-11-15T00:05:00Z') / 1000,
  time_zone: 'America/New_York',
  participants: [makeTeam(1, 'Granite Bay'), makeTeam(2, 'Ironwood')],
  home_team_id: 2,
  has_access: true,
  is_geo_blocked: false,
  score: null,
  duration: null,
  image: null,
  single_event_package_id: null,
  media: [],
  ...change,
});

export const makeHome = (change: Partial<HomeEvents> = {}): HomeEvents => ({
  live: [],
  upcoming: [],
  finished: [],
  favorites: [],
  ...change,
});

export const makeSlide = (change: Partial<Slide> = {}): Slide => ({
  id: 1,
  slidable_type: 'main',
  slidable_id: null,
  title: 'Welcome',
  text: '',
  image: null,
  event_id: null,
  link_url: null,
  link_text: null,
  ...change,
});

export const makeSchool = (id: number, name: string, change: Partial<ParticipantGroup> = {}): ParticipantGroup => ({
  id,
  name,
  short_name: name.slice(0, 3).toUpperCase(),
  alias: name.toLowerCase().replaceAll(' ', '-'),
  color: '#15788c',
  city: 'Springfield',
  state: 'IL',
  images: [],
  properties: {},
  ...change,
});

export const makeParticipant = (id: number, name: string, change: Partial<Participant> = {}): Participant => ({
  id,
  name,
  short_name: name.slice(0, 3).toUpperCase(),
  alias: name.toLowerCase().replaceAll(' ', '-'),
  images: [],
  color: '#15788c',
  group_id: 1,
  event_category_id: 1,
  properties: { gender: null, sport: null },
  ...change,
});

export const makeBoot = (): Boot => ({
  bootstrap: {
    content_version: 1,
    color_settings: {
      header_background: '#0b0d12',
      header_text_color: '#f5f7fa',
      body_background: '#0b0d12',
      body_text_color: '#f5f7fa',
      footer_background: '#07080b',
      accent: null,
    },
    event_categories: [{ id: 1, name: 'Basketball', alias: 'basketball', image: null }],
    locations: [],
    faq: [],
    menu: { links: [], groups: [], participants: [] },
    packages: [],
    pages: [],
    participant_groups: [],
    settings: {
      alias: 'demo',
      auth: { social: [], registration_by_mail: false },
      clips: { min_duration_s: 1, max_duration_s: 120, watermark: true },
      name: 'Northline',
      tagline: '',
      logo: null,
      icon_version: '1',
      language: 'en',
      is_paused: false,
      multi_language: false,
      currency: 'USD',
      payments: { provider: 'testbank', publishable_key: 'pk_test', is_test: true },
      'google-analytics': { 'google-tag': null },
      'yare-analytics': { key: null },
      prerolls: [],
      static_blocks: [],
    },
    slides: [],
    subscriptions: [],
    participant_group_properties: [],
    static_blocks: [],
  },
  participants: [],
  profile: null,
  home: makeHome(),
  version: 0,
  event: null,
  page: null,
  vodItem: null,
});
