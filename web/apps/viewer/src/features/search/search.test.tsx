import { createStored } from '@touchline/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markedParts } from './marked-parts.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import { isSearchKey } from './search-key.ts';
import { stepOption } from './search-option.ts';

const marked = (name: string, typed: string) =>
  markedParts(name, typed)
    .map(({ text, marked: isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

describe('markedParts', () => {
  it.each([
    ['Granite Bay Grizzlies', 'gr', '[Gr]anite Bay [Gr]izzlies'],
    ['Granite Bay', 'bay granite', '[Granite] [Bay]'],
    ['Granite Bay', 'g granite', '[Granite] Bay'],
    ['A+ (final)', 'a+ (', '[A+] [(]final)'],
    ['Баскетбол', 'БАСК', '[Баск]етбол'],
    ['Granite Bay', 'zzz', 'Granite Bay'],
    ['Granite Bay', '  ', 'Granite Bay'],
  ])('%s by "%s"', (name, typed, expected) => {
    expect(marked(name, typed)).toBe(expected);
  });
});

describe('recent searches', () => {
  beforeEach(() => localStorage.clear());

  it('keeps the latest five, each once', () => {
    const stored = createStored(() => localStorage);
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', ' TWO ', '']) rememberSearch(stored, text);
    expect(recentSearches(stored)).toEqual(['TWO', 'six', 'five', 'four', 'three']);
  });

  it('UI-01 are written only once the visitor has accepted, and a refusal forgets them', () => {
    const stored = createStored(() => localStorage);
    rememberSearch(stored, 'bears');
    expect(localStorage.getItem('rudy_recent_searches')).toBeNull();
    stored.set('cookie_consent', 'accepted');
    expect(localStorage.getItem('rudy_recent_searches')).toContain('bears');
    stored.set('cookie_consent', 'declined');
    expect(recentSearches(stored)).toEqual([]);
  });
});

/** Whether a key pressed on this element asks for the search. */
const press = (target: Element, init: KeyboardEventInit = {}) => {
  document.body.append(target);
  let asked = false;
  target.addEventListener('keydown', (event) => {
    asked = event instanceof KeyboardEvent && isSearchKey(event);
  });
  target.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, ...init }));
  return asked;
};

describe('isSearchKey', () => {
  afterEach(() => document.body.replaceChildren());

  it('is the slash, outside of fields', () => {
    expect(press(document.createElement('button'))).toBe(true);
    expect(press(document.createElement('button'), { key: 'a' })).toBe(false);
    expect(press(document.createElement('button'), { ctrlKey: true })).toBe(false);
    expect(press(document.createElement('input'))).toBe(false);
    expect(press(document.createElement('textarea'))).toBe(false);
  });

  it('does nothing while a dialog covers the page', () => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    document.body.append(dialog);
    expect(press(document.createElement('button'))).toBe(false);
  });
});

it('arrows go through the options and the field, round and round', () => {
  expect([-1, 0, 1].map((active) => stepOption(active, 2, 1))).toEqual([0, 1, -1]);
  expect([-1, 0, 1].map((active) => stepOption(active, 2, -1))).toEqual([1, -1, 0]);
  expect(stepOption(-1, 0, 1)).toBe(-1);
});
