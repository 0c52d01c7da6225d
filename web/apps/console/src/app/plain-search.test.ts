import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test('OPS-02 what stands in an address stays as it is', () => {
  expect(parseSearch('?accent=1e1111&to=a%40b.test')).toEqual({ accent: '1e1111', to: 'a@b.test' });
  expect(stringifySearch({ accent: '1e1111', page: 2, to: undefined })).toBe('?accent=1e1111&page=2');
  expect(stringifySearch({})).toBe('');
});
