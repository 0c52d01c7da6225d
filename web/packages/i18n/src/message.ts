/**
 * The part of ICU's message format that we use: `{name}` and
 * `{count, plural, =0 {no games} one {# game} other {# games}}`. A plural form holds text and `#`, no further braces.
 */
export type Part = string | { name: string } | { name: string; forms: ReadonlyMap<string, string> };

const ARGUMENT = /\{(\w+)(?:, plural, ((?:(?:=\d+|zero|one|two|few|many|other) \{[^{}]*\} ?)+))?\}/g;
const FORM = /(=\d+|\w+) \{([^{}]*)\}/g;

/** Throws on braces that make no sense, so that a slip of a translator fails the tests. */
export function parseMessage(message: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of message.matchAll(ARGUMENT)) {
    const [whole, name = '', forms] = match;
    parts.push(plainText(message.slice(end, match.index), message));
    parts.push(forms === undefined ? { name } : { name, forms: pluralForms(forms, message) });
    end = match.index + whole.length;
  }
  parts.push(plainText(message.slice(end), message));
  return parts.filter((part) => part !== '');
}

function plainText(text: string, message: string): string {
  if (/[{}]/.test(text)) throw new SyntaxError(`unbalanced braces in "${message}"`);
  return text;
}

function pluralForms(text: string, message: string): ReadonlyMap<string, string> {
  const forms = new Map([...text.matchAll(FORM)].map(([, form = '', value = '']) => [form, value]));
  if (!forms.has('other')) throw new SyntaxError(`plural without "other" in "${message}"`);
  return forms;
}

export type Values = Readonly<Record<string, string | number>>;

export function formatMessage(parts: readonly Part[], values: Values, locale: string): string {
  return parts.map((part) => (typeof part === 'string' ? part : argument(part, values, locale))).join('');
}

function argument(part: Exclude<Part, string>, values: Values, locale: string): string {
  const value = values[part.name] ?? '';
  if (!('forms' in part)) return String(value);
  const count = Number(value);
  const category = new Intl.PluralRules(locale).select(count);
  const form = part.forms.get(`=${count}`) ?? part.forms.get(category) ?? part.forms.get('other') ?? '';
  return form.replaceAll('#', new Intl.NumberFormat(locale).format(count));
}
