import type { FormField } from '@touchline/api';
import type { ContentTranslate } from '@touchline/i18n';

/** What is wrong with the value of a field. */
export type FieldProblem =
  | { readonly kind: 'required' | 'email' | 'phone' | 'contact' | 'digits' | 'invalid' }
  | { readonly kind: 'length'; readonly above: number; readonly below: number }
  /** In the server's own words. */
  | { readonly kind: 'said'; readonly text: string };

type Rules = Pick<FormField, 'type' | 'required' | 'min_length' | 'max_length' | 'options'>;

/** What a checked box is sent as. */
export const CHECKED = 'true';

/** The rules of the server, so that most mistakes show before anything is sent. */
export function checkField(field: Rules, value: string): FieldProblem | null {
  if (field.type === 'checkbox') return field.required && value !== CHECKED ? { kind: 'required' } : null;
  const text = value.trim();
  if (text === '') return field.required ? { kind: 'required' } : null;
  if (field.type === 'select') {
    return field.options.some((option) => option.value === text) ? null : { kind: 'invalid' };
  }
  // Whole characters of Unicode, as the server counts them.
  const { length } = Array.from(text);
  if (length < field.min_length || length > field.max_length) {
    // The sentence names the lengths that are no longer taken.
    return { kind: 'length', above: Math.max(0, field.min_length - 1), below: field.max_length + 1 };
  }
  if (field.type === 'email' && !isEmail(text)) return { kind: 'email' };
  if (field.type === 'phone' && !isPhone(text)) return { kind: 'phone' };
  if (field.type === 'contact' && !isEmail(text) && !isPhone(text)) return { kind: 'contact' };
  if (field.type === 'digits' && !isDigits(text)) return { kind: 'digits' };
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

const KNOWN: Readonly<Record<string, FieldProblem>> = {
  'Field is required': { kind: 'required' },
  'A valid email address is required': { kind: 'email' },
  'A valid phone number is required': { kind: 'phone' },
  'A valid email address or phone number is required': { kind: 'contact' },
  'Only digits and brackets are allowed': { kind: 'digits' },
  'Field is not valid': { kind: 'invalid' },
};
const LENGTH = /^Field length must be greater than (\d+), and must be less than (\d+)$/;

/** A message of the server; those that the product knows are then shown in the language of the page. */
export function readProblem(message: string): FieldProblem {
  const [, above, below] = LENGTH.exec(message) ?? [];
  if (above && below) return { kind: 'length', above: Number(above), below: Number(below) };
  return KNOWN[message] ?? { kind: 'said', text: message };
}

export function problemText(problem: FieldProblem, t: ContentTranslate): string {
  switch (problem.kind) {
    case 'required':
      return t('form.required');
    case 'email':
      return t('form.email');
    case 'phone':
      return t('form.phone');
    case 'contact':
      return t('form.contact');
    case 'digits':
      return t('form.digits');
    case 'invalid':
      return t('form.invalid');
    case 'length':
      return t('form.length', { above: problem.above, below: problem.below });
    case 'said':
      return problem.text;
  }
}
