import fc from 'fast-check';
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
    expect(shortcutOf(plain('o'), 'x', false, true)).toBeNull();
  });

  it('are only Ctrl K while typing, without single keys, and with another modifier', () => {
    const keys = fc.record({ key: fc.string(), ctrlKey: fc.boolean(), metaKey: fc.boolean(), altKey: fc.boolean() });
    fc.assert(
      fc.property(keys, fc.string(), fc.boolean(), fc.boolean(), (pressed, before, isTyping, isOn) => {
        const isCommand = (pressed.ctrlKey || pressed.metaKey) && !pressed.altKey && pressed.key.toLowerCase() === 'k';
        const isSilent = isTyping || !isOn || pressed.ctrlKey || pressed.metaKey || pressed.altKey;
        const found = shortcutOf(pressed, before, isTyping, isOn);
        if (isCommand) expect(found).toEqual({ name: 'search' });
        else if (isSilent) expect(found).toBeNull();
      }),
    );
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
