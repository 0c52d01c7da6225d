import type { TranslatedItem } from '@touchline/api/console';
import { expect, test } from 'vitest';
import { languagesSearch } from './languages-search.ts';
import { countMissing, found, rowsOf } from './text-rows.ts';

const text = (field: string, said: string, translations: Record<string, string>) => ({
  field,
  is_html: false,
  text: said,
  translations,
});
const ITEMS: TranslatedItem[] = [
  { kind: 'page', id: 1, version: 1, name: 'Help', texts: [text('name', 'Help', { fr: 'Aide', bg: 'Помощ' })] },
  { kind: 'menu_link', id: 2, version: 1, name: 'Shop', texts: [text('name', 'Shop', { fr: 'Boutique' })] },
];
const ROWS = rowsOf(ITEMS);
const names = (search: object) => found(ROWS, ['fr', 'bg'], search).map(({ item }) => item.name);

test('CONT-02 missing translations are counted by language', () => {
  expect([...countMissing(ROWS, ['fr', 'bg'])]).toEqual([
    ['fr', 0],
    ['bg', 1],
  ]);
});

test('CONT-02 texts are found by kind, words in any language, and what is missing', () => {
  expect(names({})).toEqual(['Help', 'Shop']);
  expect(names({ find: ' ПОМОЩ ' })).toEqual(['Help']);
  expect(names({ missing: 'only' })).toEqual(['Shop']);
  expect(names({ kind: 'page', missing: 'only' })).toEqual([]);
});

test('OPS-02 search parameters of the languages are taken if they are valid', () => {
  expect(languagesSearch({ find: 'a', kind: 'page', missing: 'only' })).toEqual({
    find: 'a',
    kind: 'page',
    missing: 'only',
  });
  expect(languagesSearch({ find: '', kind: 'colours', missing: 'yes' })).toEqual({});
});
