import type { ConsoleTranslate } from '@touchline/i18n';
import type { Value } from './draft.ts';
import { asText } from './field-props.ts';
import { readableHtml } from './readable-html.ts';
import type { Choice, Field, Word } from './resource.ts';
import { sayRule } from './say-rule.ts';
import { sayTime, typedTime } from './zoned-time.ts';

export const sayOption = (option: Choice | Word, t: ConsoleTranslate) =>
  'word' in option ? option.word : t(option.label);

function sayTyped(value: Value, locale: string): string {
  const time = typedTime(value);
  return time ? sayTime(time, locale) : asText(value);
}

/** The readable form of a field's value. */
export function sayValue(field: Field, value: Value, t: ConsoleTranslate, locale: string): string {
  if (field.kind === 'html') return readableHtml(asText(value));
  if (field.kind === 'time') return sayTyped(value, locale);
  if (field.kind === 'switch') return t(value === true ? 'resource.on' : 'resource.off');
  if (field.kind === 'countries') return sayRule(value, t, locale);
  if (field.kind === 'structured') return field.say(asText(value), t);
  if (field.kind !== 'choice') return asText(value);
  const word = asText(value) || (field.whenEmpty ?? '');
  const option = field.options.find((one) => one.value === word);
  return option ? sayOption(option, t) : word;
}

/** Two values for a comparison: readable, unless only their markup differs. */
export function sayBoth(
  field: Field,
  before: Value,
  after: Value,
  t: ConsoleTranslate,
  locale: string,
): { readonly before: string; readonly after: string } {
  const said = { before: sayValue(field, before, t, locale), after: sayValue(field, after, t, locale) };
  return said.before === said.after ? { before: asText(before), after: asText(after) } : said;
}
