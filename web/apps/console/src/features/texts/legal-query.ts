import { queryOptions } from '@tanstack/react-query';
import { fetchLegalPages, type LegalKind } from '@touchline/api/console';
import type { ConsoleKey } from '@touchline/i18n';

/** Below the key of the pages, whose changes change it. */
export function legalQuery(channel: number) {
  return queryOptions({
    queryKey: ['rows', channel, 'pages', 'legal'],
    queryFn: ({ signal }) => fetchLegalPages(channel, signal),
    staleTime: 0,
  });
}

export const LEGAL_NAMES = {
  imprint: 'texts.legal.imprint',
  terms: 'texts.legal.terms',
  privacy: 'texts.legal.privacy',
  refunds: 'texts.legal.refunds',
} as const satisfies Record<LegalKind, ConsoleKey>;
