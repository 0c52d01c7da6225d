import { ApiError, type FieldProblem } from '@touchline/api';
import { contentTranslate, loadContentMessages, type Problem, problemText, setLocale } from '@touchline/i18n';
import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeField } from '../testing/content-fixtures.ts';
import { checkField, isEmail, isPhone } from './field-problem.ts';
import { checkForm, emptyValues, filledFields, firstWrong, serverProblems } from './form-values.ts';

beforeAll(loadContentMessages);

const say = (problem: Problem | null) => problem && problemText(problem, contentTranslate());
const message = makeField('message', { type: 'textarea', min_length: 10, max_length: 5000 });

describe('checkField', () => {
  afterEach(() => setLocale('en'));

  it('VAL-05 an empty field is required, whatever its type', () => {
    for (const type of ['text', 'email', 'phone', 'contact', 'digits', 'textarea', 'select', 'checkbox'] as const) {
      expect(say(checkField(makeField('x', { type }), type === 'checkbox' ? 'false' : ' \n '))).toBe(
        'Field is required',
      );
      expect(checkField(makeField('x', { type, required: false }), '')).toBeNull();
    }
    expect(checkField(makeField('x', { type: 'checkbox' }), 'true')).toBeNull();
  });

  it('VAL-06 a contact message has 10 to 5000 characters', () => {
    const sentence = 'Field length must be greater than 9, and must be less than 5001';
    expect(say(checkField(message, 'too short'))).toBe(sentence);
    expect(say(checkField(message, 'a'.repeat(5001)))).toBe(sentence);
    expect(checkField(message, 'a'.repeat(10))).toBeNull();
    expect(checkField(message, 'a'.repeat(5000))).toBeNull();
  });

  it('VAL-06 characters are counted as people count them, without the space around', () => {
    expect(checkField(message, `  ${'🏀'.repeat(10)} `)).toBeNull();
    expect(checkField(message, '🏀'.repeat(9))).toMatchObject({ code: 'length' });
  });

  it('VAL-06 a text is taken exactly when its length is within the bounds of its field', () => {
    const bounds = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(20));
    fc.assert(
      fc.property(bounds, fc.string({ unit: 'grapheme', maxLength: 60 }), ([min, more], value) => {
        const field = makeField('x', { min_length: min, max_length: min + more });
        const length = Array.from(value.trim()).length;
        const tooLong = { code: 'length', params: { min, max: min + more } };
        const fits = length >= min && length <= min + more;
        const { code, params } = checkField(field, value) ?? { code: null, params: {} };
        const required = { code: 'required', params: {} };
        const expected = length === 0 ? required : fits ? { code: null, params: {} } : tooLong;
        expect({ code, params }).toEqual(expected);
      }),
    );
  });

  it('VAL-02 an invalid email address is refused', () => {
    const field = makeField('email', { type: 'email', max_length: 300 });
    expect(say(checkField(field, 'ada@'))).toBe('A valid email address is required');
    expect(checkField(field, ' ada@example.org ')).toBeNull();
  });

  it('a choice is one of those offered', () => {
    const field = makeField('topic', { type: 'select', options: [{ value: 'a', label: 'A' }] });
    expect(checkField(field, 'a')).toBeNull();
    expect(checkField(field, 'b')).toMatchObject({ code: 'invalid' });
  });

  it('UI-13 VAL-05 messages follow the language', async () => {
    await setLocale('fr');
    expect(say(checkField(message, ''))).toBe('Ce champ est obligatoire');
    await setLocale('bg');
    expect(say(checkField(message, 'кратко'))).toBe(
      'Дължината на полето трябва да е по-голяма от 9 и по-малка от 5001',
    );
  });
});

describe('patterns', () => {
  it('VAL-10 takes addresses of all usual shapes', () => {
    fc.assert(fc.property(fc.emailAddress({ size: 'small' }), (address) => isEmail(address) || address.length > 254));
    expect(isEmail('иван@пример.бг')).toBe(true);
  });

  it.each([
    'a b@example.org',
    'a@b',
    'a@-b.org',
    '<a@example.org>',
    'a@@example.org',
    'a..b@example.org',
    '@x.org',
    'x',
  ])('VAL-10 %s is no address', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('VAL-10 a phone number has 10 to 14 digits', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }), (digits) => {
        const expected = digits.length >= 10 && digits.length <= 14;
        expect(isPhone(digits.join(''))).toBe(expected);
        expect(isPhone(`+${digits.join(' ')}`)).toBe(expected);
      }),
    );
    expect(isPhone('+1 (555) 010-0199')).toBe(true);
    expect(isPhone('call 5550100199')).toBe(false);
  });
});

const codeOf = (type: 'contact' | 'digits', value: string) => checkField(makeField('x', { type }), value)?.code;

describe('contacts and digits', () => {
  it.each(['a@example.org', '5550100199', '+1 (555) 010-0199'])('VAL-10 %s is a contact', (text) => {
    expect(codeOf('contact', text)).toBeUndefined();
  });

  it.each(['ada', 'a@b', '555-0100', 'a@example.org, b@example.org'])('VAL-10 %s is no contact', (text) => {
    expect(codeOf('contact', text)).toBe('contact');
  });

  it('VAL-10 digits may stand in brackets', () => {
    for (const good of ['12', '(12) 34', '[7] 8']) expect(codeOf('digits', good)).toBeUndefined();
    for (const wrong of ['()', '12a', '+12', '1-2', '١٢']) expect(codeOf('digits', wrong)).toBe('digits');
  });
});

describe('whole forms', () => {
  const fields = [makeField('name'), makeField('email', { type: 'email' }), makeField('news', { type: 'checkbox' })];

  it('FORM-01 fields are sent by name and value', () => {
    const values = { ...emptyValues({ fields }), name: ' Ada ', news: 'true' };
    expect(filledFields(fields, values)).toEqual([
      { name: 'name', value: 'Ada' },
      { name: 'email', value: '' },
      { name: 'news', value: 'true' },
    ]);
  });

  it('the first wrong field is the first in the order of the form', () => {
    const problems = checkForm(fields, { name: 'Ada', email: 'x', news: 'false' });
    expect(Object.keys(problems)).toEqual(['email', 'news']);
    expect(firstWrong(fields, problems)).toBe('email');
    expect(firstWrong(fields, {})).toBeUndefined();
  });

  it('FORM-01 errors of the server stand at their fields; those of no field do not', () => {
    const [email, other] = (['email', 'api_key'] as const).map((field): FieldProblem => ({
      field,
      code: 'email',
      params: {},
      message: 'in English',
    }));
    const problems = [email, other].filter((problem) => problem !== undefined);
    const error = new ApiError({ status: 400, message: '', code: 'invalid', fields: {}, problems, retryAfter: null });
    expect(serverProblems(fields, error)).toEqual({ email });
    expect(serverProblems(fields, new Error('away'))).toEqual({});
  });

  it('FORM-01 ERR-06 a problem found by the server is named in the language of the page', async () => {
    const length = { code: 'length', params: { min: 10, max: 5000 }, message: 'in English' };
    expect(say(length)).toBe('Field length must be greater than 9, and must be less than 5001');
    await setLocale('fr');
    expect(say(length)).toBe('La longueur du champ doit être supérieure à 9 et inférieure à 5001');
    await setLocale('bg');
    expect(say({ code: 'phone', params: {}, message: 'in English' })).toBe('Необходим е валиден телефонен номер');
    expect(say({ code: 'no_links', params: {}, message: 'No links, please' })).toBe('No links, please');
    await setLocale('en');
  });
});
