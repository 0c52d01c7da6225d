import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test('OPS-02 a query value keeps its spelling when it is read and written', () => {
  expect(parseSearch('?accent=1e1111&to=a%40b.test')).toEqual({ accent: '1e1111', to: 'a@b.test' });
  expect(stringifySearch({ accent: '1e1111', page: 2, to: undefined })).toBe('?accent=1e1111&page=2');
  expect(stringifySearch({})).toBe('');
});
