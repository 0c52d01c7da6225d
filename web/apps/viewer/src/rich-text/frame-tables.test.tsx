import { expect, it, vi } from 'vitest';
import { frameTables } from './frame-tables.ts';

function textWith(scrollWidth: number): HTMLElement {
  const root = document.createElement('div');
  const table = document.createElement('table');
  root.append(document.createElement('p'), table);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  return root;
}

it('UI-19 a table that is too wide scrolls in a frame that the keyboard reaches', () => {
  const root = textWith(800);
  frameTables(root);
  const frame = root.querySelector('table')?.parentElement;
  expect(frame?.className).toBe('table-frame');
  expect(frame?.tabIndex).toBe(0);
});

it('UI-19 a table that fits is no stop on the way', () => {
  const root = textWith(300);
  frameTables(root);
  expect(root.querySelector('.table-frame')?.hasAttribute('tabindex')).toBe(false);
});

it('frames a table once', () => {
  const root = textWith(300);
  frameTables(root)();
  frameTables(root)();
  expect(root.querySelectorAll('.table-frame')).toHaveLength(1);
});
