import { ApiError, type FieldProblem, RequestError } from '@touchline/api';
import type { AccountTranslate } from '@touchline/i18n';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmationRule, emailRule, nameRule, newPasswordRule } from '../../account-forms/field-rules.ts';
import { passwordStrength } from '../../account-forms/password-strength.ts';
import { failureMessage, formProblems } from '../../account-forms/server-messages.ts';
import { signedLink } from '../../account-forms/signed-link.ts';
import { socialFragment } from './social-fragment.ts';
import { fromBase64Url, requestOptions, toBase64Url } from './webauthn-json.ts';

/** Says the keys of messages, and their values. */
const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as AccountTranslate;
const none = { password: '' };

const refusal = (code: string, problems: FieldProblem[] = []) =>
  new ApiError({ status: 400, code, message: 'in English', fields: {}, problems, retryAfter: null });
const problem = (field: string, code: FieldProblem['code'], params = {}): FieldProblem => ({
  field,
  code,
  params,
  message: 'in English',
});

describe('field rules', () => {
  it.each(['a@b.cc', ' fan@channel.test ', 'a+b@c.d.ee', 'имейл@пример.бг'])('VAL-02 takes %j', (email) => {
    expect(emailRule(email, {})).toBeUndefined();
  });

  it.each(['a@b', '@b.cc', 'a b@c.dd', 'a@b..cc', 'a@@b.cc'])('VAL-02 does not take %j', (email) => {
    expect(emailRule(email, {})?.(t)).toBe('problem.email');
  });

  it('VAL-03 counts characters, not the units that they are stored in', () => {
    expect(newPasswordRule('😀'.repeat(7), {})?.(t)).toBe('problem.password_too_short');
    expect(newPasswordRule('😀'.repeat(8), {})).toBeUndefined();
    expect(newPasswordRule('😀'.repeat(128), {})).toBeUndefined();
    expect(newPasswordRule('😀'.repeat(129), {})?.(t)).toBe('problem.password_too_long');
  });

  it('VAL-04 spaces of a password count', () => {
    expect(confirmationRule(' word', { password: 'word' })?.(t)).toBe('problem.mismatch');
    expect(confirmationRule('', none)?.(t)).toBe('problem.required');
  });

  it('VAL-06 a name has 1 to 64 characters, spaces around it not counted', () => {
    const rule = nameRule((say) => say('problem.first_name_required'));
    expect(rule('  ', {})?.(t)).toBe('problem.first_name_required');
    expect(rule(` ${'x'.repeat(64)} `, {})).toBeUndefined();
    expect(rule('x'.repeat(65), {})?.(t)).toBe('problem.length {"above":0,"below":65}');
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

describe('ERR-06 messages of the server', () => {
  it.each([
    ['email_taken', 'problem.taken'],
    ['wrong_auth_data', 'problem.wrong_auth_data'],
    ['already_logged_in', 'login.already'],
    ['verification_failed', 'verify.failed'],
    ['already_verified', 'verify.already'],
    ['user_not_found', 'problem.user_not_found'],
    ['reset_expired', 'reset.expired'],
    ['reset_failed', 'reset.failed'],
    ['captcha_required', 'problem.captcha_required'],
    ['captcha_invalid', 'problem.captcha_invalid'],
    ['wrong_code', 'problem.wrong_code'],
  ])('%s is said in the words of the product', (code, key) => {
    expect(failureMessage(refusal(code))(t)).toBe(key);
  });

  it('an unknown failure gets the general message', () => {
    expect(failureMessage(refusal('odd'))(t)).toContain('Something went wrong');
    expect(failureMessage(new Error('odd'))(t)).toContain('Something went wrong');
    expect(failureMessage(new RequestError('timeout'))(t)).toBe('login.network');
  });

  it('go to the fields that the form has, except for a login', () => {
    const problems = [
      problem('email', 'email_required'),
      problem('other', 'invalid'),
      problem('last_name', 'required'),
      problem('last_name', 'invalid'),
    ];
    const found = formProblems(refusal('invalid', problems), ['email', 'last_name', 'password']);
    expect(Object.entries(found).map(([name, say]) => [name, say(t).split(' ')[0]])).toEqual([
      ['email', 'problem.email_required'],
      ['last_name', 'problem.required'],
    ]);
    expect(formProblems(refusal('wrong_auth_data', problems), ['email'])).toEqual({});
    expect(formProblems(new Error('away'), ['email'])).toEqual({});
  });

  it('VAL-06 keeps the numbers of a length', () => {
    const found = formProblems(refusal('invalid', [problem('first_name', 'length', { min: 1, max: 64 })]), [
      'first_name',
    ]);
    expect(found['first_name']?.(t)).toBe('problem.length {"min":1,"max":64,"above":0,"below":65}');
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
