import { describe, expect, it } from 'vitest';
import { addToast, removeToast } from './toast-queue.ts';

describe('toast queue', () => {
  it('UI-02 a toast is info for 5000 ms unless told otherwise', () => {
    expect(addToast([], { text: 'Saved' }, 'a')).toEqual([{ id: 'a', text: 'Saved', type: 'info', time: 5000 }]);
  });

  it('UI-02 toasts stack in the order in which they came', () => {
    const stack = addToast(addToast([], { text: 'one' }, 'a'), { text: 'two', type: 'error', time: 100 }, 'b');
    expect(stack.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('UI-02 a toast with a known id takes its place', () => {
    const stack = addToast(addToast([], { text: 'one', id: 'x' }, 'a'), { text: 'two' }, 'b');
    expect(addToast(stack, { text: 'again', id: 'x' }, 'c').map(({ text }) => text)).toEqual(['again', 'two']);
  });

  it('removing an unknown toast changes nothing', () => {
    const stack = addToast([], { text: 'one' }, 'a');
    expect(removeToast(stack, 'z')).toBe(stack);
    expect(removeToast(stack, 'a')).toEqual([]);
  });
});
