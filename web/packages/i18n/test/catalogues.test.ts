import { globSync, readFileSync } from 'node:fs';
import { problemText } from '../src/problem-text.ts';
import { createTranslator } from '../src/translator.ts';
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
  expect(folders.toSorted()).toEqual([
    '',
    'account/',
    'clips/',
    'console/',
    'content/',
    'player/',
    'problems/',
    'shop/',
  ]);
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

/** The messages of a language in which the pattern is found. */
function messagesWith(locale: Locale, pattern: RegExp): string[] {
  const messages = cases.filter((one) => one.locale === locale).flatMap(({ catalogue }) => Object.values(catalogue));
  return messages.filter((message) => pattern.test(message));
}

test('UI-13 French has no-break spaces before its double signs and inside its quotes', () => {
  expect(messagesWith('fr', /[^\u00a0][;!?»]|[^\u00a0]:(?=\s|$)|«[^\u00a0]/u)).toEqual([]);
});

test('UI-13 each language has its own quotes', () => {
  expect(messagesWith('en', /[„«»"]/u)).toEqual([]);
  expect(messagesWith('fr', /[„“”"]/u)).toEqual([]);
  expect(messagesWith('bg', /[”«»"]|^[^„]*“/u)).toEqual([]);
});

test('UI-13 no text has an exclamation mark but the sentence of the specification', () => {
  expect(LOCALES.flatMap((locale) => messagesWith(locale, /!/u))).toEqual(['Apologies! technical difficulties']);
});

test('UI-13 Bulgarian addresses people politely, in small letters and without orders', () => {
  expect(messagesWith('bg', /(?<!^|[.:?] )Ви(?!\p{L})|(?<!^|[.:?…] )Ваш/u)).toEqual([]);
  const orders = /^(Покажи|Виж|Гледай|Добави|Премахни|Изпрати|Отвори|Копирай|Изчисти|Търси|Качи|Свали|Запази|Опитай) /u;
  expect(messagesWith('bg', orders)).toEqual([]);
});

test('UI-13 no key is left that no screen uses', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: WEB }).filter(
    (file) => !NOT_A_SCREEN.test(file),
  );
  const source = files.map((file) => readFileSync(`${WEB}${file}`, 'utf8')).join('\n');
  const keys = cases.filter(({ locale }) => locale === 'en').flatMap(({ english }) => Object.keys(english));
  // Those of problems are asked for by the code that the server sends; the test below knows which there are.
  const unused = keys.filter((key) => !key.startsWith('problem.') && !source.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

describe.each(['openapi.json', 'console-openapi.json'])('ERR-06 UI-13 problems of fields in %s', (file) => {
  const document: { components: { schemas: { FieldCode: { enum: string[] } } } } = JSON.parse(
    readFileSync(`${WEB}packages/api/${file}`, 'utf8'),
  );
  const { enum: codes } = document.components.schemas.FieldCode;
  const params = { min: 2, max: 7, line: 3, letters: 5 };

  test.each(LOCALES)('every code of the server is said in %s, and none that it does not know', async (locale) => {
    const catalogue = await read('problems/', locale);
    expect(Object.keys(catalogue).toSorted()).toEqual(codes.map((code) => `problem.${code}`).toSorted());
    const { t } = createTranslator(locale, catalogue);
    const unsaid = codes.filter((code) =>
      /nothing|undefined|[{}]/.test(problemText({ code, params, message: 'nothing' }, t)),
    );
    expect(unsaid).toEqual([]);
  });

  test.each(['account/', 'clips/', 'console/', 'content/', 'shop/'])('%s includes them', async (folder) => {
    for (const locale of LOCALES) expect(await read(folder, locale)).toMatchObject(await read('problems/', locale));
  });
});

test('ERR-06 a code that is newer than the page is said in the words of the server', async () => {
  const { t } = createTranslator('bg', await read('problems/', 'bg'));
  expect(problemText({ code: 'newer', params: {}, message: 'No links, please' }, t)).toBe('No links, please');
  expect(problemText({ code: 'length', params: { min: 10, max: 99 }, message: 'x' }, t)).toContain(
    '9 и по-малка от 100',
  );
});
