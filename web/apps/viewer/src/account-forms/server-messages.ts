import { ApiError, fieldProblems, RequestError } from '@touchline/api';
import { currentTranslator, problemText } from '@touchline/i18n';
import { CaptchaFailure } from '../captcha/captcha-failure.ts';
import type { LocalisedMessage } from './localised-message.ts';

const TOO_MANY_REQUESTS = 429;
const MINUTE_S = 60;

/** What the product says of a refusal, by the server's word for machines. */
const KNOWN: Readonly<Record<string, LocalisedMessage>> = {
  email_taken: (t) => t('problem.taken'),
  wrong_auth_data: (t) => t('problem.wrong_auth_data'),
  already_logged_in: (t) => t('login.already'),
  captcha_required: (t) => t('problem.captcha_required'),
  captcha_invalid: (t) => t('problem.captcha_invalid'),
  verification_failed: (t) => t('verify.failed'),
  already_verified: (t) => t('verify.already'),
  user_not_found: (t) => t('problem.user_not_found'),
  reset_expired: (t) => t('reset.expired'),
  reset_failed: (t) => t('reset.failed'),
  not_registered: (t) => t('social.notRegistered'),
  proof_needed: (t) => t('problem.password_needed'),
  wrong_code: (t) => t('problem.wrong_code'),
  wrong_password: (t) => t('problem.wrong_password'),
  passkey_failed: (t) => t('passkey.failed'),
  too_many_addresses: (t) => t('problem.too_many_addresses'),
};

/** What the server finds wrong with the fields of a form. */
export function formProblems(error: unknown, names: readonly string[]): Readonly<Record<string, LocalisedMessage>> {
  // The message does not tell which of the two is wrong.
  if (!(error instanceof ApiError) || error.code === 'wrong_auth_data') return {};
  const found: Record<string, LocalisedMessage> = {};
  for (const name of names) {
    const [problem] = fieldProblems(error, name);
    if (problem) found[name] = (t) => problemText(problem, t);
  }
  return found;
}

/** What to say about something that the server refused, or that did not reach it. */
export function failureMessage(error: unknown): LocalisedMessage {
  if (error instanceof RequestError) return (t) => t('login.network');
  if (error instanceof CaptchaFailure) return (t) => t('problem.captcha_invalid');
  if (!(error instanceof ApiError)) return generic;
  if (error.status === TOO_MANY_REQUESTS) return waitMessage(error.retryAfter ?? MINUTE_S);
  return KNOWN[error.code] ?? generic;
}

const generic: LocalisedMessage = () => currentTranslator().t('error.generic');

function waitMessage(seconds: number): LocalisedMessage {
  return (t) =>
    seconds < 2 * MINUTE_S
      ? t('login.waitSeconds', { count: Math.max(1, seconds) })
      : t('login.waitMinutes', { count: Math.ceil(seconds / MINUTE_S) });
}
