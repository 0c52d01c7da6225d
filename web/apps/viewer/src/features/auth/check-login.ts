import { ApiError } from '@touchline/api';
import { type AccountTranslate, currentTranslator } from '@touchline/i18n';

export interface LoginFields {
  readonly email: string;
  readonly password: string;
}

export interface LoginProblems {
  readonly email?: 'login.enterEmail' | 'login.badEmail';
  readonly password?: 'login.required';
}

/** Something, one @, and a domain with a dot: the server knows the rest. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const TOO_MANY_REQUESTS = 429;
const MINUTE_S = 60;

/** What is wrong with the fields before anything is sent. */
export function checkLogin({ email, password }: LoginFields): LoginProblems {
  const address = email.trim();
  return {
    ...(address === '' ? { email: 'login.enterEmail' } : !EMAIL.test(address) && { email: 'login.badEmail' }),
    ...(password === '' && { password: 'login.required' }),
  };
}

/** What to say about a login that the server refused, or that did not reach it. */
export function loginFailure(error: unknown, t: AccountTranslate): string {
  if (!(error instanceof ApiError)) return t('login.network');
  if (error.status === TOO_MANY_REQUESTS) return waitText(error.retryAfter ?? MINUTE_S, t);
  return error.code === 'wrong_auth_data' || 'email' in error.fields
    ? t('login.wrong')
    : currentTranslator().t('error.generic');
}

function waitText(seconds: number, t: AccountTranslate): string {
  return seconds < 2 * MINUTE_S
    ? t('login.waitSeconds', { count: Math.max(1, seconds) })
    : t('login.waitMinutes', { count: Math.ceil(seconds / MINUTE_S) });
}
