import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test('OPS-02 a query value keeps its spelling when it is read and written', () => {
  expect(parseSearch('?find=1e3&to=a%40b.test')).toEqual({ find: '1e3', to: 'a@b.test' });
  expect(stringifySearch({ find: '1e3', page: 2, to: undefined })).toBe('?find=1e3&page=2');
  expect(stringifySearch({})).toBe('');
});
