import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeConnection, renderInApp } from '../testing/render-in-app.tsx';
import { ReloadOverlay } from './reload-overlay.tsx';
import { ReloadScreen } from './reload-screen.tsx';

const button = () => screen.getByRole<HTMLButtonElement>('button', { hidden: true });

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const shown = () => document.querySelector('dialog')?.open;

describe('ReloadScreen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('BOOT-05 shows the apology and holds the reload button for 60 seconds, counting down', async () => {
    const reload = vi.fn<() => void>();
    render(<ReloadScreen onReload={reload} />);
    expect(screen.getByRole('alert').textContent).toContain('Apologies! technical difficulties');
    expect(button().textContent).toBe('Reload in 60 seconds');
    await pass(1000);
    expect(button().textContent).toBe('Reload in 59 seconds');
    await pass(58_999);
    expect(button().disabled).toBe(true);
    await pass(1);
    expect(button().disabled).toBe(false);
    expect(button().textContent).toBe('Reload');
    fireEvent.click(button());
    expect(reload).toHaveBeenCalledOnce();
  });

  it('BOOT-10 covers the page for the URL that failed and goes away when that URL recovers', async () => {
    const connection = makeConnection();
    await renderInApp(<ReloadOverlay />, { connection });
    expect(shown()).toBe(false);
    act(() => connection.events.emit('api-key-error', { url: '/api/events/1', failed: true }));
    expect(shown()).toBe(true);
    act(() => connection.events.emit('api-key-recovered', { url: '/api/events/2' }));
    expect(shown()).toBe(true);
    act(() => connection.events.emit('api-key-recovered', { url: '/api/events/1' }));
    expect(shown()).toBe(false);
  });
});
