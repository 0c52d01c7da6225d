import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Locale, LOCALES } from '../src/locale.ts';
import { type Part, parseMessage } from '../src/message.ts';

const WEB = new URL('../../../', import.meta.url).pathname;
const LOCALE_FILES = new URL('../src/locales/', import.meta.url).pathname;
const NOT_A_SCREEN = /\.test\.|i18n\/src\/locales\//;

/** Names of a message, with the plurals marked. */
function placeholders(message: string): string[] {
  const named = parseMessage(message).filter((part): part is Exclude<Part, string> => typeof part !== 'string');
  return [...new Set(named.map((part) => ('forms' in part ? `${part.name}#` : part.name)))].toSorted();
}

function mapValues<T>(catalogue: Readonly<Record<string, string>>, map: (message: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(catalogue).map(([key, message]) => [key, map(message)]));
}

interface Case {
  name: string;
  locale: Locale;
  english: Record<string, string>;
  catalogue: Record<string, string>;
}

/** The catalogue of the first page, and that of every group of screens in a folder of its own. */
const folders = globSync('**/en.ts', { cwd: LOCALE_FILES }).map((file) => file.slice(0, -'en.ts'.length));

async function read(folder: string, locale: Locale): Promise<Record<string, string>> {
  const file: Record<Locale, Record<string, string>> = await import(`${LOCALE_FILES}${folder}${locale}.ts`);
  return file[locale];
}

const cases: Case[] = await Promise.all(
  folders.flatMap((folder) =>
    LOCALES.map(async (locale) => ({
      name: folder + locale,
      locale,
      english: await read(folder, 'en'),
      catalogue: await read(folder, locale),
    })),
  ),
);

test('UI-13 every group of messages is read', () => {
  expect(folders.toSorted()).toEqual(['', 'account/', 'clips/', 'console/', 'content/', 'player/', 'shop/']);
});

describe.each(cases)('UI-13 $name', ({ locale, english, catalogue }) => {
  test('has exactly the keys of English, in its order', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
  });

  test('has the placeholders of English in each message', () => {
    expect(mapValues(catalogue, placeholders)).toEqual(mapValues(english, placeholders));
  });

  test('says something in each message', () => {
    const empty = Object.entries(catalogue).filter(([, message]) => message.trim() === '');
    expect(empty).toEqual([]);
  });

  test('has the plural forms that the language asks for', () => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter(
      // French has it for millions and more, which is read like any other plural here.
      (name) => name !== 'many',
    );
    const lacking = Object.entries(catalogue).filter(([, message]) =>
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
  const keys = cases.filter(({ locale }) => locale === 'en').flatMap(({ english }) => Object.keys(english));
  const unused = keys.filter((key) => !source.includes(`'${key}'`));
  expect(unused).toEqual([]);
});
