import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES, loadCatalogue } from '../src/locale.ts';
import { en } from '../src/locales/en.ts';
import { type Part, parseMessage } from '../src/message.ts';

const WEB = new URL('../../../', import.meta.url).pathname;
const NOT_A_SCREEN = /\.test\.|i18n\/src\/locales\//;

/** Names of a message, with the plurals marked. */
function placeholders(message: string): string[] {
  const named = parseMessage(message).filter((part): part is Exclude<Part, string> => typeof part !== 'string');
  return [...new Set(named.map((part) => ('forms' in part ? `${part.name}#` : part.name)))].toSorted();
}

function mapValues<T>(catalogue: Readonly<Record<string, string>>, map: (message: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(catalogue).map(([key, message]) => [key, map(message)]));
}

describe.each(LOCALES)('UI-13 %s', (locale) => {
  test('has exactly the keys of English, in its order', async () => {
    expect(Object.keys(await loadCatalogue(locale))).toEqual(Object.keys(en));
  });

  test('has the placeholders of English in each message', async () => {
    const catalogue = await loadCatalogue(locale);
    expect(mapValues(catalogue, placeholders)).toEqual(mapValues(en, placeholders));
  });

  test('says something in each message', async () => {
    const empty = Object.entries(await loadCatalogue(locale)).filter(([, message]) => message.trim() === '');
    expect(empty).toEqual([]);
  });

  test('has the plural forms that the language asks for', async () => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter(
      // French has it for millions and more, which is read like any other plural here.
      (name) => name !== 'many',
    );
    const lacking = Object.entries(await loadCatalogue(locale)).filter(([, message]) =>
      parseMessage(message).some(
        (part) => typeof part !== 'string' && 'forms' in part && needed.some((form) => !part.forms.has(form)),
      ),
    );
    expect(lacking).toEqual([]);
  });
});

test('UI-13 no key is left that no screen uses', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: WEB }).filter(
    (file) => !NOT_A_SCREEN.test(file),
  );
  const source = files.map((file) => readFileSync(`${WEB}${file}`, 'utf8')).join('\n');
  const unused = Object.keys(en).filter((key) => !source.includes(`'${key}'`));
  expect(unused).toEqual([]);
});
