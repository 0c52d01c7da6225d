import { describe, expect, it } from 'vitest';
import { enqueue, leave } from './popup-queue.ts';

describe('popup queue', () => {
  it('UI-03 popups wait for those before them', () => {
    const line = enqueue(enqueue([], { id: 'a' }), { id: 'b' });
    expect(line[0]).toEqual({ id: 'a' });
    expect(leave(line, 'a')).toEqual([{ id: 'b' }]);
  });

  it('UI-03 the same popup is not shown twice', () => {
    const line = enqueue([], { id: 'a' });
    expect(enqueue(line, { id: 'a' })).toBe(line);
  });
});
