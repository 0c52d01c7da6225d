import { ApiError } from '@touchline/api/console';
import type { ConsoleTranslate } from '@touchline/i18n';

/** Why something about the operator's own account did not work, in a sentence. */
export function accountProblem(error: Error, channels: readonly string[], t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) {
    if (!(error instanceof DOMException)) return t('console.unavailable');
    return t(error.name === 'InvalidStateError' ? 'me.passkeyKnown' : 'me.passkeyFailed');
  }
  if (error.status === 429) return t('console.login.wait', { seconds: error.retryAfter ?? 60 });
  switch (error.code) {
    case 'last_second_factor':
      return t('me.lastFactor', { channels: channels.join(', ') });
    case 'passkey_failed':
      return t('me.passkeyFailed');
    case 'wrong_code':
      return t('console.login.wrongCode');
    case 'wrong_password':
      return t('me.wrongPassword');
    default:
      return t('me.failed');
  }
}
