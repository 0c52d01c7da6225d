import { afterEach, expect, test } from 'vitest';
import { type Column, hiddenColumns, hideColumns, nextSort, shownColumns, sortState } from './columns.ts';

const when: Column<string> = { id: 'when', title: 'orders.when', cell: String, sort: { up: 'at', down: '-at' } };
const buyer: Column<string> = { id: 'buyer', title: 'orders.buyer', cell: String };
const number: Column<string> = { id: 'number', title: 'orders.numberColumn', cell: String, isFixed: true };

afterEach(() => localStorage.clear());

test('UI-19 a head sorts downwards first, then upwards, and says how', () => {
  const { sort } = when;
  expect(sort && [nextSort(sort, 'x'), nextSort(sort, '-at'), nextSort(sort, 'at')]).toEqual(['-at', 'at', '-at']);
  expect(['at', '-at', 'x'].map((now) => sortState(sort, now))).toEqual(['ascending', 'descending', 'none']);
  expect(sortState(buyer.sort, 'at')).toBeUndefined();
});

test('UI-19 hidden columns are remembered for their list, and a fixed one is always there', () => {
  expect(hiddenColumns('orders')).toEqual([]);
  hideColumns('orders', ['buyer', 'number']);
  const shown = shownColumns([number, when, buyer], hiddenColumns('orders')).map(({ id }) => id);
  expect(shown).toEqual(['number', 'when']);
  expect(hiddenColumns('clips')).toEqual([]);
  localStorage.setItem('touchline-columns:orders', '{');
  expect(hiddenColumns('orders')).toEqual([]);
});
