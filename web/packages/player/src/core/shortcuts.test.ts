import { describe, expect, it } from 'vitest';
import { commandOf } from './shortcuts.ts';

const press = (key: string, change: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, on: 'other', ...change });

describe('keyboard shortcuts', () => {
  it('PLAY-08 the usual keys do the usual things, whatever the case', () => {
    expect(press(' ')).toEqual({ do: 'play' });
    expect(press('K')).toEqual({ do: 'play' });
    expect(press('j')).toEqual({ do: 'move', by: -10 });
    expect(press('ArrowRight')).toEqual({ do: 'move', by: 5 });
    expect(press('End')).toEqual({ do: 'end' });
    expect(press('?')).toEqual({ do: 'help' });
  });

  it('PLAY-08 digits jump to tenths of the game', () => {
    expect(press('0')).toEqual({ do: 'jump', to: 0 });
    expect(press('7')).toEqual({ do: 'jump', to: 0.7 });
  });

  it('PLAY-08 keys of the browser and of other controls are left alone', () => {
    expect(press('f', { ctrlKey: true })).toBeNull();
    expect(press('l', { metaKey: true })).toBeNull();
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
    expect(press(' ', { on: 'button' })).toBeNull();
    expect(press('ArrowDown', { on: 'choice' })).toBeNull();
    expect(press('ArrowLeft', { on: 'bar' })).toEqual({ do: 'move', by: -5 });
    for (const key of ['ArrowLeft', 'ArrowUp', 'Home', '5', 'k', ' ', '?']) {
      expect(press(key, { on: 'menu' })).toBeNull();
      expect(press(key)).not.toBeNull();
    }
    expect(press('Tab')).toBeNull();
    expect(press('toString')).toBeNull();
  });
});
