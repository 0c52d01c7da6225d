import { type ChannelSettings, settingsCalls } from '@touchline/api/console';
import { type ConsoleKey, LANGUAGE_NAMES, LOCALES } from '@touchline/i18n';
import { timeZones } from '../../localisation/time-zones.ts';
import { defineSingle, type Field } from '../../resource/resource.ts';

const CURRENCIES = ['USD', 'CAD', 'EUR', 'BGN'];

interface Group {
  readonly title: ConsoleKey;
  readonly fields: readonly Field<Exclude<keyof ChannelSettings, 'id' | 'translations' | 'version'>>[];
}

/** The settings in the order of the page. */
export const GROUPS: readonly Group[] = [
  {
    title: 'settings.general',
    fields: [
      { name: 'name', kind: 'text', label: 'settings.name', help: 'settings.nameHelp', maxLength: 80, required: true },
      { name: 'tagline', kind: 'text', label: 'settings.tagline', help: 'settings.taglineHelp', maxLength: 120 },
      {
        name: 'language',
        kind: 'choice',
        label: 'settings.language',
        help: 'settings.languageHelp',
        options: LOCALES.map((code) => ({ value: code, word: LANGUAGE_NAMES[code] })),
      },
      { name: 'multi_language', kind: 'switch', label: 'settings.multiLanguage', help: 'settings.multiLanguageHelp' },
      {
        name: 'currency',
        kind: 'choice',
        label: 'settings.currency',
        help: 'settings.currencyHelp',
        options: CURRENCIES.map((code) => ({ value: code, word: code })),
        fixed: { by: 'is_currency_fixed', help: 'settings.currencyFixed' },
      },
      {
        name: 'time_zone',
        kind: 'choice',
        label: 'settings.timeZone',
        help: 'settings.timeZoneHelp',
        options: timeZones().map((zone) => ({ value: zone, word: zone })),
      },
    ],
  },
  {
    title: 'settings.where',
    fields: [{ name: 'geo_rule', kind: 'countries', label: 'settings.watchedIn', help: 'settings.watchedInHelp' }],
  },
  {
    title: 'settings.accounts',
    fields: [
      {
        name: 'registration_by_mail',
        kind: 'switch',
        label: 'settings.registrationByMail',
        help: 'settings.registrationByMailHelp',
      },
      {
        name: 'reveal_unknown_email',
        kind: 'switch',
        label: 'settings.revealUnknownEmail',
        help: 'settings.revealUnknownEmailHelp',
      },
    ],
  },
  {
    title: 'settings.playback',
    fields: [
      { name: 'max_streams', kind: 'number', label: 'settings.maxStreams', help: 'settings.maxStreamsHelp' },
      { name: 'max_downloads', kind: 'number', label: 'settings.maxDownloads', help: 'settings.maxDownloadsHelp' },
      { name: 'max_clips', kind: 'number', label: 'settings.maxClips', help: 'settings.maxClipsHelp' },
      { name: 'max_clip_s', kind: 'number', label: 'settings.maxClipLength', help: 'settings.maxClipLengthHelp' },
      { name: 'clip_share', kind: 'number', label: 'settings.clipShare', help: 'settings.clipShareHelp' },
      {
        name: 'clip_share_of_all',
        kind: 'number',
        label: 'settings.clipShareOfAll',
        help: 'settings.clipShareOfAllHelp',
      },
      { name: 'preroll_pause_s', kind: 'number', label: 'settings.prerollPause', help: 'settings.prerollPauseHelp' },
    ],
  },
  {
    title: 'settings.services',
    fields: [
      { name: 'google_tag', kind: 'text', label: 'settings.googleTag', help: 'settings.googleTagHelp', nullable: true },
      { name: 'sentry_dsn', kind: 'text', label: 'settings.sentryDsn', help: 'settings.sentryDsnHelp', nullable: true },
      {
        name: 'recaptcha_site_key',
        kind: 'text',
        label: 'settings.recaptchaSiteKey',
        help: 'settings.recaptchaSiteKeyHelp',
        nullable: true,
      },
      {
        name: 'google_client_id',
        kind: 'text',
        label: 'settings.googleClientId',
        help: 'settings.googleClientIdHelp',
        nullable: true,
      },
      {
        name: 'facebook_client_id',
        kind: 'text',
        label: 'settings.facebookClientId',
        help: 'settings.facebookClientIdHelp',
        nullable: true,
      },
      {
        name: 'analytics_key',
        kind: 'text',
        label: 'settings.analyticsKey',
        help: 'settings.analyticsKeyHelp',
        maxLength: 120,
        nullable: true,
      },
    ],
  },
];

export const settings = defineSingle<ChannelSettings>({
  kind: 'settings',
  noun: 'settings',
  may: 'edit_site',
  texts: { title: 'settings.title', error: 'settings.error' },
  fields: GROUPS.flatMap(({ fields }) => fields),
  calls: settingsCalls,
});
