import { expect, test } from 'vitest';
import { auditQuery, auditSearch, isNarrowed } from './audit-search.ts';

test('OPS-01 an address says which entries are shown', () => {
  const search = { who: '3', action: 'log_in', from: '2026-11-01', to: '2026-11-18', find: ' Order 12 ' };
  const read = auditSearch(search);
  expect(read).toEqual({ who: 3, action: 'log_in', from: '2026-11-01', to: '2026-11-18', find: 'Order 12' });
  expect(isNarrowed(read)).toBe(true);
  const asked = { operator: 3, action: ['log_in'], from: '2026-11-01', to: '2026-11-18', q: 'Order 12' };
  expect(auditQuery(read)).toEqual(asked);
});

test.each([
  {},
  { who: '0', action: 'fly', from: '2026-02-30', to: 'today', find: ' ' },
  { who: '-1', action: 1, from: 20_261_118, to: '2026-13-01', find: 2 },
  { who: '1.5' },
  { who: 'x' },
])('OPS-01 invalid values in an address are left out: %o', (search) => {
  expect(auditSearch(search)).toEqual({});
  expect(isNarrowed(auditSearch(search))).toBe(false);
  expect(auditQuery(auditSearch(search))).toEqual({});
});

test('OPS-01 days that end before they begin are no days', () => {
  expect(auditSearch({ from: '2026-11-18', to: '2026-11-17' })).toEqual({ from: '2026-11-18' });
  expect(auditSearch({ from: '2026-11-18', to: '2026-11-18' })).toEqual({ from: '2026-11-18', to: '2026-11-18' });
});

test('OPS-01 a text is cut to what the server takes', () => {
  expect(auditSearch({ find: 'x'.repeat(300) }).find).toHaveLength(254);
});
