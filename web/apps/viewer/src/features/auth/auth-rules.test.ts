import { ApiError, RequestError } from '@touchline/api';
import type { AccountTranslate } from '@touchline/i18n';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmationRule, emailRule, nameRule, newPasswordRule } from '../../account-forms/field-rules.ts';
import { passwordStrength } from '../../account-forms/password-strength.ts';
import { failureMessage, fieldProblems } from '../../account-forms/server-messages.ts';
import { signedLink } from '../../account-forms/signed-link.ts';
import { socialFragment } from './social-fragment.ts';
import { fromBase64Url, requestOptions, toBase64Url } from './webauthn-json.ts';

/** Says the keys of messages, and their values. */
const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as AccountTranslate;
const none = { password: '' };

const refusal = (code: string, message = '', fields: Record<string, string[]> = {}, status = 400) =>
  new ApiError({ status, code, message, fields, retryAfter: null });

describe('field rules', () => {
  it.each(['a@b.cc', ' fan@channel.test ', 'a+b@c.d.ee', 'имейл@пример.бг'])('VAL-02 takes %j', (email) => {
    expect(emailRule(email, {})).toBeUndefined();
  });

  it.each(['a@b', '@b.cc', 'a b@c.dd', 'a@b..cc', 'a@@b.cc'])('VAL-02 does not take %j', (email) => {
    expect(emailRule(email, {})?.(t)).toBe('login.badEmail');
  });

  it('VAL-03 counts characters, not the units that they are stored in', () => {
    expect(newPasswordRule('😀'.repeat(7), {})?.(t)).toBe('register.passwordShort');
    expect(newPasswordRule('😀'.repeat(8), {})).toBeUndefined();
    expect(newPasswordRule('😀'.repeat(128), {})).toBeUndefined();
    expect(newPasswordRule('😀'.repeat(129), {})?.(t)).toBe('register.passwordLong');
  });

  it('VAL-04 spaces of a password count', () => {
    expect(confirmationRule(' word', { password: 'word' })?.(t)).toBe('register.mismatch');
    expect(confirmationRule('', none)?.(t)).toBe('login.required');
  });

  it('VAL-06 a name has 1 to 64 characters, spaces around it not counted', () => {
    const rule = nameRule((say) => say('register.enterFirstName'));
    expect(rule('  ', {})?.(t)).toBe('register.enterFirstName');
    expect(rule(` ${'x'.repeat(64)} `, {})).toBeUndefined();
    expect(rule('x'.repeat(65), {})?.(t)).toBe('register.length {"above":0,"below":65}');
  });

  it.each([
    ['seven77', 'short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['password', 'weak'],
    ['Passw0rd!x', 'fair'],
    ['four quiet words', 'strong'],
  ])('VAL-03 %j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});

describe('ERR-06 what the server says', () => {
  it.each([
    ['email already registered', 'register.taken'],
    ['Wrong auth data', 'login.wrong'],
    ['already logged in', 'login.already'],
    ['Verification failed', 'verify.failed'],
    ['Email already verified', 'verify.already'],
    ['User not found', 'reset.unknown'],
    ['Reset password key expired', 'reset.expired'],
    ['Reset password failed', 'reset.failed'],
    ['recaptcha token required', 'captcha.failed'],
    ['recaptcha token invalid', 'captcha.failed'],
  ])('%s is said in the words of the product', (message, key) => {
    expect(failureMessage(refusal('bad_request', message))(t)).toBe(key);
  });

  it('words for machines count before sentences, and what nobody knows is said in general', () => {
    expect(failureMessage(refusal('wrong_code', 'Verification failed'))(t)).toBe('code.wrong');
    expect(failureMessage(refusal('odd', 'SELECT 1'))(t)).toContain('Something went wrong');
    expect(failureMessage(new Error('odd'))(t)).toContain('Something went wrong');
    expect(failureMessage(new RequestError('timeout'))(t)).toBe('login.network');
  });

  it('goes to the fields that the form has, and not for a login', () => {
    const fields = { email: ['Enter your Email'], other: ['x'], last_name: ['Field is required', 'more'] };
    const found = fieldProblems(refusal('invalid', '', fields), ['email', 'last_name', 'password']);
    expect(Object.entries(found).map(([name, say]) => [name, say(t)])).toEqual([
      ['email', 'login.enterEmail'],
      ['last_name', 'login.required'],
    ]);
    expect(fieldProblems(refusal('wrong_auth_data', '', fields), ['email'])).toEqual({});
    expect(fieldProblems(new Error('away'), ['email'])).toEqual({});
  });

  it('VAL-06 keeps the numbers of a length', () => {
    const message = 'Field length must be greater than 0, and must be less than 65';
    const found = fieldProblems(refusal('invalid', '', { first_name: [message] }), ['first_name']);
    expect(found['first_name']?.(t)).toBe('register.length {"above":"0","below":"65"}');
  });
});

describe('addresses', () => {
  it('ROUTE-05 ROUTE-07 reads a signed link, and none that has lost a part', () => {
    expect(signedLink('?email=a%2Bb%40c.dd&expires=12&signature=1e5')).toEqual({
      email: 'a+b@c.dd',
      expires: 12,
      signature: '1e5',
    });
    for (const query of [
      '',
      '?email=a&expires=1',
      '?email=a&expires=-1&signature=s',
      '?email=&expires=1&signature=s',
    ]) {
      expect(signedLink(query)).toBeNull();
    }
  });

  it('AUTH-05 reads what a social login brings back', () => {
    expect(socialFragment('#social=A-_b&return=/watch/1')).toEqual({ code: 'A-_b', back: '/watch/1' });
    expect(socialFragment('#social_error=cancelled')).toEqual({ failure: 'cancelled', back: null });
    expect(socialFragment('#social_error=odd')).toEqual({ failure: 'failed', back: null });
    for (const hash of ['', '#', '#part-two', '#social=']) expect(socialFragment(hash)).toBeNull();
  });
});

describe('passkeys in JSON', () => {
  it('AUTH-02 bytes come back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const copy = Uint8Array.from(bytes);
        const text = toBase64Url(copy.buffer);
        expect(text).toMatch(/^[\w-]*$/);
        expect([...fromBase64Url(text)]).toEqual([...bytes]);
      }),
    );
  });

  it('AUTH-02 a question keeps what browsers want to know', () => {
    expect(
      requestOptions({
        challenge: 'AQ',
        rpId: 'channel.test',
        timeout: 60_000,
        userVerification: 'required',
        allowCredentials: [{ id: 'Ag', type: 'public-key' }],
      }),
    ).toEqual({
      challenge: Uint8Array.of(1),
      rpId: 'channel.test',
      timeout: 60_000,
      userVerification: 'required',
      allowCredentials: [{ id: Uint8Array.of(2), type: 'public-key' }],
    });
    expect(requestOptions({ challenge: 'AQ', userVerification: 'odd' })).toEqual({
      challenge: Uint8Array.of(1),
      allowCredentials: [],
    });
  });
});
