import { describe, expect, it } from 'vitest';
import { editorCommand } from './editor-keys.ts';

const press = (key: string, change: Partial<Parameters<typeof editorCommand>[0]> = {}) =>
  editorCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, on: 'other', ...change });

describe('keys of the editor', () => {
  it.each([
    ['i', { do: 'start' }],
    ['O', { do: 'end' }],
    [' ', { do: 'play' }],
    ['?', { do: 'help' }],
    ['ArrowLeft', { do: 'step', unit: 'frame', by: -1 }],
    ['ArrowRight', { do: 'step', unit: 'frame', by: 1 }],
    ['x', null],
  ])('CLIP-04 %s', (key, command) => {
    expect(press(key)).toEqual(command);
  });

  it('CLIP-04 arrow keys with Shift go by seconds', () => {
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ do: 'step', unit: 'second', by: -1 });
  });

  it('UI-19 keys typed into a text field are no commands', () => {
    expect(press('i', { on: 'text' })).toBeNull();
    expect(press(' ', { on: 'text' })).toBeNull();
  });

  it('UI-19 a button is pressed by its own keys, and the browser keeps its own', () => {
    expect(press(' ', { on: 'button' })).toBeNull();
    expect(press('i', { on: 'button' })).toEqual({ do: 'start' });
    expect(press('i', { ctrlKey: true })).toBeNull();
  });
});
