import type { LocalisedMessage } from './localised-message.ts';

/** What is wrong with a value before anything is sent; undefined where nothing is. */
export type Rule<Name extends string = string> = (
  value: string,
  values: Readonly<Record<Name, string>>,
) => LocalisedMessage | undefined;

/** Something, one @, and a domain with a dot: the server knows the rest. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const CODE = /^\d{6}$/;
const NAME_LENGTH = { least: 1, most: 64 };
export const PASSWORD_LENGTH = { least: 8, most: 128 };

export const required: Rule = (value) => (value === '' ? (t) => t('problem.required') : undefined);

/** A word of any kind, spaces not counted. */
export const filled: Rule = (value) => (value.trim() === '' ? (t) => t('problem.required') : undefined);

/** A field that may be empty, or that is not asked this time. */
export const optional: Rule = () => undefined;

export const emailRule: Rule = (value) => {
  const address = value.trim();
  if (address === '') return (t) => t('problem.email_required');
  return EMAIL.test(address) ? undefined : (t) => t('problem.email');
};

/** A first or last name; a missing one has a message of its own. */
export function nameRule(missing: LocalisedMessage): Rule {
  return (value) => {
    const name = value.trim();
    if (name === '') return missing;
    return lengthOf(name) > NAME_LENGTH.most ? nameLength : undefined;
  };
}

// The sentence names the lengths that are no longer taken.
const nameLength: LocalisedMessage = (t) =>
  t('problem.length', { above: NAME_LENGTH.least - 1, below: NAME_LENGTH.most + 1 });

/** A password that is to be: the server also knows those that are too common. */
export const newPasswordRule: Rule = (value) => {
  if (value === '') return (t) => t('problem.required');
  const length = lengthOf(value);
  if (length < PASSWORD_LENGTH.least) return (t) => t('problem.password_too_short');
  return length > PASSWORD_LENGTH.most ? (t) => t('problem.password_too_long') : undefined;
};

export const confirmationRule: Rule<'password'> = (value, { password }) => {
  if (value === '') return (t) => t('problem.required');
  return value === password ? undefined : (t) => t('problem.mismatch');
};

export const termsRule: Rule = (value) => (value === '' ? (t) => t('problem.terms_required') : undefined);

export const codeRule: Rule = (value) => (CODE.test(value.replaceAll(/\s/g, '')) ? undefined : (t) => t('code.enter'));

/** Whole characters of Unicode, as the server counts them. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
