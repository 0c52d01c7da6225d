import { ApiError, RequestError } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { CaptchaFailure } from '../captcha/captcha-failure.ts';
import type { LocalisedMessage } from './localised-message.ts';

const TOO_MANY_REQUESTS = 429;
const MINUTE_S = 60;

/** What the product says where the server says one of these, by its word for machines or by its sentence. */
const KNOWN: Readonly<Record<string, LocalisedMessage>> = {
  email_taken: (t) => t('register.taken'),
  'email already registered': (t) => t('register.taken'),
  wrong_auth_data: (t) => t('login.wrong'),
  'Wrong auth data': (t) => t('login.wrong'),
  already_logged_in: (t) => t('login.already'),
  'already logged in': (t) => t('login.already'),
  captcha_required: (t) => t('captcha.failed'),
  'recaptcha token required': (t) => t('captcha.failed'),
  captcha_invalid: (t) => t('captcha.failed'),
  'recaptcha token invalid': (t) => t('captcha.failed'),
  verification_failed: (t) => t('verify.failed'),
  'Verification failed': (t) => t('verify.failed'),
  already_verified: (t) => t('verify.already'),
  'Email already verified': (t) => t('verify.already'),
  user_not_found: (t) => t('reset.unknown'),
  'User not found': (t) => t('reset.unknown'),
  reset_expired: (t) => t('reset.expired'),
  'Reset password key expired': (t) => t('reset.expired'),
  reset_failed: (t) => t('reset.failed'),
  'Reset password failed': (t) => t('reset.failed'),
  not_registered: (t) => t('social.notRegistered'),
  proof_needed: (t) => t('social.proof'),
  wrong_code: (t) => t('code.wrong'),
  'The code is wrong or has expired': (t) => t('code.wrong'),
  wrong_password: (t) => t('social.wrongPassword'),
  'Wrong password': (t) => t('social.wrongPassword'),
  passkey_failed: (t) => t('passkey.failed'),
  too_many_addresses: (t) => t('players.full'),
  'You have as many addresses as you may have: revoke one first': (t) => t('players.full'),
  'Enter your first name': (t) => t('register.enterFirstName'),
  'Enter your last name': (t) => t('register.enterLastName'),
  'Enter your Email': (t) => t('login.enterEmail'),
  'A valid email address is required': (t) => t('login.badEmail'),
  'The password is too short': (t) => t('register.passwordShort'),
  'The password is too long': (t) => t('register.passwordLong'),
  'This password is too common': (t) => t('register.passwordCommon'),
  'The password and password confirmation do not match': (t) => t('register.mismatch'),
  'Field is required': (t) => t('login.required'),
  'Please accept terms & conditions': (t) => t('register.acceptTerms'),
};
const LENGTH = /^Field length must be greater than (\d+), and must be less than (\d+)$/;

/** A sentence of the server about a field; one that the product does not know is shown as it is. */
function fieldMessage(message: string): LocalisedMessage {
  const [, above, below] = LENGTH.exec(message) ?? [];
  if (above && below) return (t) => t('register.length', { above, below });
  return KNOWN[message] ?? (() => message);
}

/** What the server finds wrong with the fields of a form. */
export function fieldProblems(error: unknown, names: readonly string[]): Readonly<Record<string, LocalisedMessage>> {
  // Which of the two is wrong is nobody's business.
  if (!(error instanceof ApiError) || error.code === 'wrong_auth_data') return {};
  const found: Record<string, LocalisedMessage> = {};
  for (const name of names) {
    const [message] = error.fields[name] ?? [];
    if (message !== undefined) found[name] = fieldMessage(message);
  }
  return found;
}

/** What to say about something that the server refused, or that did not reach it. */
export function failureMessage(error: unknown): LocalisedMessage {
  if (error instanceof RequestError) return (t) => t('login.network');
  if (error instanceof CaptchaFailure) return (t) => t('captcha.failed');
  if (!(error instanceof ApiError)) return generic;
  if (error.status === TOO_MANY_REQUESTS) return waitMessage(error.retryAfter ?? MINUTE_S);
  return KNOWN[error.code] ?? KNOWN[error.message] ?? generic;
}

const generic: LocalisedMessage = () => currentTranslator().t('error.generic');

function waitMessage(seconds: number): LocalisedMessage {
  return (t) =>
    seconds < 2 * MINUTE_S
      ? t('login.waitSeconds', { count: Math.max(1, seconds) })
      : t('login.waitMinutes', { count: Math.ceil(seconds / MINUTE_S) });
}
