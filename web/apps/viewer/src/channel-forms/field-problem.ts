import type { FieldCode, FormField } from '@touchline/api';
import type { Problem } from '@touchline/i18n';

type Rules = Pick<FormField, 'type' | 'required' | 'min_length' | 'max_length' | 'options'>;

/** What a checked box is sent as. */
const CHECKED = 'true';

/** The rules of the server, so that most mistakes show before anything is sent. */
export function checkField(field: Rules, value: string): Problem | null {
  if (field.type === 'checkbox') return field.required && value !== CHECKED ? wrong('required') : null;
  const text = value.trim();
  if (text === '') return field.required ? wrong('required') : null;
  if (field.type === 'select') {
    return field.options.some((option) => option.value === text) ? null : wrong('invalid');
  }
  // Whole characters of Unicode, as the server counts them.
  const { length } = Array.from(text);
  if (length < field.min_length || length > field.max_length) {
    return wrong('length', { min: field.min_length, max: field.max_length });
  }
  if (field.type === 'email' && !isEmail(text)) return wrong('email');
  if (field.type === 'phone' && !isPhone(text)) return wrong('phone');
  if (field.type === 'contact' && !isEmail(text) && !isPhone(text)) return wrong('contact');
  if (field.type === 'digits' && !isDigits(text)) return wrong('digits');
  return null;
}

/** One address, without a display name. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  return (
    text.length <= 254 &&
    name.length <= 64 &&
    /^[^\s@,;:<>()[\]\\"]+$/u.test(name) &&
    !/^\.|\.$|\.\./.test(name) &&
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label))
  );
}

/** Ten to fourteen digits, however they are grouped. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d ().-]+$/.test(text) && digits >= 10 && digits <= 14;
}

/** Digits, which brackets and spaces may group. */
function isDigits(text: string): boolean {
  return /^[\d ()[\]]+$/.test(text) && /\d/.test(text);
}

const wrong = (code: FieldCode, params: Problem['params'] = {}): Problem => ({ code, params, message: '' });
