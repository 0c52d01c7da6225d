import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, showToast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

const show = (input: Parameters<typeof showToast>[0]) => act(() => void showToast(input));
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

describe('Toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toasts />);
  });
  afterEach(() => {
    act(() => ['one', 'two'].forEach(dismissToast));
    cleanup();
    vi.useRealTimers();
  });

  it('UI-02 a toast leaves after its time, 5000 ms by default', () => {
    show({ id: 'one', text: 'Saved' });
    pass(4999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('UI-02 toasts stack, and each can be dismissed', () => {
    show({ id: 'one', text: 'first' });
    show({ id: 'two', text: 'second' });
    const [dismiss] = screen.getAllByRole('button', { name: 'Dismiss', hidden: true });
    if (dismiss) fireEvent.click(dismiss);
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.queryByText('second')).not.toBeNull();
  });

  it('UI-02 toasts are announced: politely, errors at once', () => {
    show({ id: 'one', text: 'Saved' });
    expect(screen.getByText('Saved').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    show({ id: 'two', text: 'Lost', type: 'error' });
    expect(screen.getByText('Lost').closest('[role]')?.getAttribute('role')).toBe('alert');
  });

  it('UI-02 time stands still while a pointer is on the stack', () => {
    show({ id: 'one', text: 'Saved' });
    const stack = screen.getByText('Saved').closest('section');
    pass(3000);
    if (stack) fireEvent.mouseEnter(stack);
    pass(60_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
    if (stack) fireEvent.mouseLeave(stack);
    pass(1999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('UI-02 a toast’s action runs once and dismisses it', () => {
    const run = vi.fn<() => void>();
    show({ id: 'one', text: 'Removed', time: 10_000, action: { text: 'Undo', run } });
    pass(9999);
    fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Removed')).toBeNull();
  });

  it('a toast without a time stays', () => {
    show({ id: 'one', text: 'Offline', time: 0 });
    pass(600_000);
    expect(screen.queryByText('Offline')).not.toBeNull();
  });
});
