import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DelayedChange } from './delayed-change.ts';

function delayed() {
  const passed: string[] = [];
  const change = new DelayedChange('start');
  change.passTo((text) => passed.push(text));
  return { change, passed };
}

describe('a delayed change', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('OPS-02 a pause passes on what was typed last', () => {
    const { change, passed } = delayed();
    const first = vi.fn<() => string>(() => 'a');
    change.later(first);
    vi.advanceTimersByTime(299);
    change.later(() => 'ab');
    vi.advanceTimersByTime(299);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(passed).toEqual(['ab']);
    expect(first).not.toHaveBeenCalled();
  });

  it('OPS-02 a flush passes on at once, and only once', () => {
    const { change, passed } = delayed();
    change.later(() => 'a');
    change.flush();
    vi.runAllTimers();
    change.flush();
    expect(passed).toEqual(['a']);
  });

  it('OPS-02 a text that is as before is not passed on', () => {
    const { change, passed } = delayed();
    change.later(() => 'start');
    change.flush();
    expect(passed).toEqual([]);
  });
});
