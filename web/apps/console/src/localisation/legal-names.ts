import type { LegalKind } from '@touchline/api/console';
import type { ConsoleKey } from '@touchline/i18n';

export const LEGAL_NAMES = {
  imprint: 'texts.legal.imprint',
  terms: 'texts.legal.terms',
  privacy: 'texts.legal.privacy',
  refunds: 'texts.legal.refunds',
} as const satisfies Record<LegalKind, ConsoleKey>;
