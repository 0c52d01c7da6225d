import { assert, boolean, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesText } from './screens.ts';
import { type Pressed, shortcutOf } from './shortcuts.ts';

const plain = (key: string): Pressed => ({ key, ctrlKey: false, metaKey: false, altKey: false });

describe('shortcuts', () => {
  it('lead to the search, the list of keys and the sections', () => {
    expect(shortcutOf({ ...plain('K'), ctrlKey: true }, '', true, false)).toEqual({ name: 'search' });
    expect(shortcutOf({ ...plain('k'), metaKey: true }, '', false, true)).toEqual({ name: 'search' });
    expect(shortcutOf(plain('/'), '', false, true)).toEqual({ name: 'search' });
    expect(shortcutOf(plain('?'), '', false, true)).toEqual({ name: 'keys' });
    expect(shortcutOf(plain('o'), 'g', false, true)).toEqual({ name: 'section', letter: 'o' });
    expect(shortcutOf(plain('c'), 'g', false, true)).toEqual({ name: 'channel' });
    expect(shortcutOf(plain('e'), 'g', false, true)).toEqual({ name: 'section', letter: 'e' });
    expect(shortcutOf(plain('e'), 'x', false, true)).toEqual({ name: 'list', key: 'e' });
    expect(shortcutOf(plain('j'), '', false, false)).toBeNull();
    expect(shortcutOf(plain('o'), 'x', false, true)).toBeNull();
  });

  it('are only Ctrl K while typing, without single keys, and with another modifier', () => {
    const keys = record({ key: string(), ctrlKey: boolean(), metaKey: boolean(), altKey: boolean() });
    const holds = property(keys, string(), boolean(), boolean(), (pressed, before, isTyping, isOn) => {
      const { key, ctrlKey, metaKey, altKey } = pressed;
      const found = shortcutOf(pressed, before, isTyping, isOn);
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return found?.name === 'search';
      return found === null || !(isTyping || !isOn || ctrlKey || metaKey || altKey);
    });
    expect(() => assert(holds)).not.toThrow();
  });
});

describe('titles', () => {
  it('match by the beginnings of their words, whatever case and accents', () => {
    expect(matchesText('Équipe et rôles', 'roles equ')).toBe(true);
    expect(matchesText('Настройки', 'настр')).toBe(true);
    expect(matchesText('Audit log', 'udit')).toBe(false);
    expect(matchesText('Audit log', '')).toBe(true);
  });
});
