import { queryOptions } from '@tanstack/react-query';
import { fetchProviderIds, type ProviderIdKind, type ProviderIdResult } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';

/** The stored ids; `version` is that of the settings, with which they change. */
export function providerIdsQuery(channel: number, version?: number) {
  return queryOptions({
    queryKey: version === undefined ? ['provider-ids', channel] : ['provider-ids', channel, version],
    queryFn: ({ signal }) => fetchProviderIds(channel, signal),
  });
}

type Said = Parameters<ConsoleTranslate>[0];

interface Kind {
  readonly label: ConsoleKey;
  /** Whose id it is: a name that no language changes. */
  readonly provider: string;
  /** What it means that the provider knows the id. */
  readonly known: Said;
}

export const KINDS = {
  google_tag: { label: 'settings.googleTag', provider: 'Google', known: 'ids.containerKnown' },
  sentry: { label: 'settings.sentryDsn', provider: 'Sentry', known: 'ids.messageTaken' },
  recaptcha: { label: 'settings.recaptchaSiteKey', provider: 'Google', known: 'ids.captchaKnown' },
  google_login: { label: 'settings.googleClientId', provider: 'Google', known: 'ids.clientKnown' },
  facebook_login: { label: 'settings.facebookClientId', provider: 'Facebook', known: 'ids.clientKnown' },
} as const satisfies Readonly<Record<ProviderIdKind, Kind>>;

const OUTCOMES = {
  served: 'ids.served',
  unknown: 'ids.unknown',
  wrong_kind: 'ids.wrongKind',
  wrong_secret: 'ids.wrongSecret',
  no_secret: 'ids.noSecret',
  no_answer: 'ids.noAnswer',
  refused: 'ids.refused',
  unreachable: 'ids.unreachable',
  private: 'ids.private',
  odd: 'ids.odd',
} as const satisfies Record<Exclude<ProviderIdResult['outcome'], 'known'>, Said>;

/** "Google answers: container unknown, or never published. (14 Nov, 14:02)". */
export function sayCheck(kind: ProviderIdKind, result: ProviderIdResult, t: ConsoleTranslate, locale: string): string {
  const { outcome, said, at } = result;
  const { provider, known } = KINDS[kind];
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000);
  const key = outcome === 'known' ? known : OUTCOMES[outcome];
  const text = kind === 'google_tag' && outcome === 'unknown' ? t('ids.containerUnknown') : t(key, { provider });
  return `${[text, said].filter(Boolean).join(' ')} (${time})`;
}
