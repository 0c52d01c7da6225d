import { assert, constantFrom, integer, property } from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextPlace, pressOnList } from './list-keys.ts';

const clicked: string[] = [];
const page = `
  <a data-new href="#new">New</a>
  <div role="search"><input id="find"></div>
  <ul>
    <li id="row-1" data-row tabindex="-1"><input type="checkbox" data-select id="box"><a href="#one">One</a></li>
    <li id="row-2" data-row tabindex="-1"><button id="two">Two</button><a data-edit href="#edit">Edit</a></li>
  </ul>`;

beforeEach(() => {
  document.body.innerHTML = page;
  document.body.addEventListener('click', noteClick);
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => {
  document.body.removeEventListener('click', noteClick);
  clicked.length = 0;
});

function noteClick(event: Event): void {
  event.preventDefault();
  const { target } = event;
  if (target instanceof HTMLElement) clicked.push(target.id || (target.getAttribute('href') ?? ''));
}

const press = (key: string, onRow: (row: HTMLElement) => void = () => {}) => pressOnList(key, document, onRow);

describe('keys of a list', () => {
  it('go from row to row and stay at the ends', () => {
    const rows: string[] = [];
    const go = (key: string) => press(key, ({ id }) => rows.push(id));
    expect(['j', 'j', 'j', 'k', 'k'].map(go)).toEqual([true, true, true, true, true]);
    expect(rows).toEqual(['row-1', 'row-2', 'row-2', 'row-1', 'row-1']);
    expect(document.activeElement?.id).toBe('row-1');
  });

  it('open, edit and select the row that has the focus, and nothing without one', () => {
    expect([press('Enter'), press('e'), press('x')]).toEqual([false, false, false]);
    press('j');
    expect([press('Enter'), press('x')]).toEqual([true, true]);
    press('j');
    expect([press('Enter'), press('e'), press('x')]).toEqual([true, true, false]);
    expect(clicked).toEqual(['#one', 'box', 'two', '#edit']);
  });

  it('leave Enter to what has the focus inside a row', () => {
    document.getElementById('two')?.focus();
    expect(press('Enter')).toBe(false);
  });

  it('make a new entry and find', () => {
    expect([press('n'), press('f'), press('q')]).toEqual([true, true, false]);
    expect(clicked).toEqual(['#new']);
    expect(document.activeElement?.id).toBe('find');
    document.body.innerHTML = '';
    expect(['n', 'f', 'j', 'k'].map((key) => press(key))).toEqual([false, false, false, false]);
  });

  it('never leave the list', () => {
    const holds = property(
      integer({ min: -1, max: 50 }),
      constantFrom<1 | -1>(1, -1),
      integer({ min: 1, max: 50 }),
      (at, step, count) => {
        const place = nextPlace(Math.min(at, count - 1), step, count);
        return place >= 0 && place < count;
      },
    );
    expect(() => assert(holds)).not.toThrow();
  });
});
