import { ApiError, RequestError } from '@touchline/api';
import type { ShopTranslate } from '@touchline/i18n';
import { ProviderAway } from './card-input.ts';

const TOO_MANY_REQUESTS = 429;
const MINUTE_S = 60;

/** Whether the outcome of a call is unknown: no answer, or a status of 500 and above. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof RequestError || error instanceof ProviderAway;
}

/** The message for too many requests; null for other errors. */
export function waitMessage(error: unknown, t: ShopTranslate): string | null {
  if (!(error instanceof ApiError) || error.status !== TOO_MANY_REQUESTS) return null;
  return t('buy.wait', { count: error.retryAfter ?? MINUTE_S });
}

/** What to say about a call that did not work. */
export function errorMessage(error: unknown, t: ShopTranslate): string {
  if (isAway(error)) return t('buy.away');
  // The code was valid when it was applied: another buyer had its last use, or it has expired.
  if (error instanceof ApiError && error.code === 'wrong_promo_code') return t('problem.wrong_promo_code');
  if (error instanceof ApiError && error.code === 'not_for_sale') return t('refused.closed');
  return waitMessage(error, t) ?? t('error.generic');
}
