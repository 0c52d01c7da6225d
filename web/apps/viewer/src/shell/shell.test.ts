import { describe, expect, it, vi } from 'vitest';
import { makeSchool } from '../testing/fixtures.ts';
import { loadWithRetry, retryDelay } from '../loading/load-with-retry.ts';
import { navEntries } from './nav-entries.ts';
import { afterKeyError, afterRecovery } from './reload-state.ts';

describe('reload state', () => {
  const none: ReadonlySet<string> = new Set();

  it('BOOT-10 the reload screen is tied to the URL that failed', () => {
    const down = afterKeyError(none, { url: '/api/a', failed: true });
    expect(afterRecovery(down, '/api/b')).toBe(down);
    expect(afterRecovery(down, '/api/a').size).toBe(0);
  });

  it('BOOT-10 a key error that is being mended shows nothing', () => {
    expect(afterKeyError(none, { url: '/api/a', failed: false })).toBe(none);
  });
});

describe('navEntries', () => {
  const images = [{ type: 'crest' as const, url: '/crest.svg' }];

  it('ROUTE-29 entries link by alias, or else by name, and take the colours of the school or team that they name', () => {
    const schools = [makeSchool(1, 'Granite Bay', { color: '#c2620a' })];
    const menu = [
      { id: 1, name: 'Granite Bay', alias: 'granite-bay', images },
      { id: 9, name: 'Northridge', alias: null, images: [] },
    ];
    const [granite, north] = navEntries(menu, schools);
    expect(granite).toMatchObject({ value: 'granite-bay', crest: { color: '#c2620a', image: '/crest.svg' } });
    expect(north).toMatchObject({ value: 'Northridge', crest: { color: '', image: null } });
  });
});

describe('loadWithRetry', () => {
  it('waits longer each time, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 9].map(retryDelay)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('tries until it works', async () => {
    vi.useFakeTimers();
    const load = vi.fn<() => Promise<string>>(() => Promise.resolve('here')).mockRejectedValueOnce(new Error('away'));
    const loading = loadWithRetry(load);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(loading).resolves.toBe('here');
    vi.useRealTimers();
  });
});
