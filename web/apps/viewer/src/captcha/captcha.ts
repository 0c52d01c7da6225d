import { ApiError, type Captcha, type Connection, fetchCaptcha } from '@touchline/api';
import { CaptchaFailure } from './captcha-failure.ts';

/** When a form brings proof that no robot sends it: with every attempt, or only once the server has asked. */
type When = 'always' | 'asked';

/** Sends a form with the proof that the server wants; one that it asks for, or does not take, is made and sent by itself. */
export async function withCaptcha<T>(
  connection: Connection,
  when: When,
  send: (token: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await send(when === 'always' ? await captchaToken(connection) : undefined);
  } catch (error) {
    if (!asksForProof(error)) throw error;
    return send(await captchaToken(connection));
  }
}

function asksForProof(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'captcha_required' || error.code === 'captcha_invalid');
}

/** A proof of the kind that the channel has set up; undefined where it wants none. */
async function captchaToken(connection: Connection): Promise<string | undefined> {
  const captcha = await fetchCaptcha(connection);
  try {
    return await prove(captcha);
  } catch (cause) {
    throw new CaptchaFailure(captcha.kind, { cause });
  }
}

async function prove(captcha: Captcha): Promise<string | undefined> {
  switch (captcha.kind) {
    case 'none':
      return undefined;
    case 'pow':
      return (await import('./proof-of-work.ts')).solve(captcha.challenge);
    case 'recaptcha':
      return (await import('./recaptcha.ts')).askRecaptcha(captcha.site_key);
  }
}
