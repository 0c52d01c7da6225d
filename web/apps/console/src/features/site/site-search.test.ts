import { expect, test } from 'vitest';
import { formSearch, listSearch } from './site-search.ts';

test('OPS-02 search parameters of lists and forms are taken if they are valid', () => {
  expect(listSearch({ find: 'pass', page: '2' })).toEqual({ find: 'pass' });
  expect(listSearch({ find: '' })).toEqual({});
  expect(formSearch({ version: '3' })).toEqual({ version: 3 });
  for (const version of ['0', '-1', '1.5', 'x', undefined]) expect(formSearch({ version })).toEqual({});
});
