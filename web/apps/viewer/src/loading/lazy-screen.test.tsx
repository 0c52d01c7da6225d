import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from './chunk.ts';
import { lazyScreen } from './lazy-screen.tsx';

const Screen = () => <p>the screen</p>;
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

describe('lazyScreen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('ROUTE-30 loads a screen on demand, once', async () => {
    const load = vi.fn<() => Promise<typeof Screen>>(() => Promise.resolve(Screen));
    const Lazy = lazyScreen(load);
    expect(load).not.toHaveBeenCalled();
    await Lazy.preload();
    render(<Lazy />);
    expect(screen.getByText('the screen')).toBeTruthy();
    await Lazy.preload();
    expect(load).toHaveBeenCalledOnce();
  });

  it('ROUTE-31 a chunk that fails shows an error with a retry', async () => {
    const load = vi
      .fn<() => Promise<typeof Screen>>(() => Promise.resolve(Screen))
      .mockRejectedValueOnce(new TypeError('failed to fetch'));
    const Lazy = lazyScreen(load);
    render(<Lazy />);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('did not load');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('the screen')).toBeTruthy();
  });

  it('ROUTE-31 a retry after a failure that the browser remembers reloads the page, once a server answers', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    const fetcher = vi
      .fn<typeof fetch>()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue(new Response());
    vi.stubGlobal('fetch', fetcher);
    const Lazy = lazyScreen(() => Promise.reject(new TypeError('failed to fetch')));
    render(<Lazy />);
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('ROUTE-31 a chunk that does not come within 120 s counts as failed', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    const Lazy = lazyScreen(() => new Promise<ComponentType>(() => {}));
    render(<Lazy />);
    await act(() => vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByRole('alert')).not.toBeNull();
  });
});
