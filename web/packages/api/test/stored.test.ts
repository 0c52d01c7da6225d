import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStored } from '../src/index.ts';
import { memoryStorage } from './fake-server.ts';

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('BOOT-04 keys and language are stored under the prefix and live 360 days', () => {
  const storage = memoryStorage();
  createStored(() => storage).set('api_key', 'key');
  createStored(() => storage).set('channel_key', 'channel');
  createStored(() => storage).set('language', 'fr');
  expect(names(storage)).toEqual(['rudy_api_key', 'rudy_channel_key', 'rudy_language']);

  const later = createStored(() => storage);
  vi.advanceTimersByTime(360 * DAY - 1);
  expect(later.get('api_key')).toBe('key');
  expect(later.get('language')).toBe('fr');
  vi.advanceTimersByTime(1);
  expect(later.get('api_key')).toBeNull();
});

test('ANA-07 the outer tracking value lives 3 hours', () => {
  const storage = memoryStorage();
  createStored(() => storage).set('trk', 'school-letter');
  vi.advanceTimersByTime(3 * 60 * 60 * 1000 - 1);
  expect(createStored(() => storage).get('trk')).toBe('school-letter');
  vi.advanceTimersByTime(1);
  expect(createStored(() => storage).get('trk')).toBeNull();
});

test('ANA-07 UI-01 a visitor who declines leaves no tracking value behind; orders have it while the page lives', () => {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  stored.set('trk', 'school-letter');
  stored.set('cookie_consent', 'declined');
  expect(names(storage)).toEqual(['rudy_cookie_consent']);
  stored.set('trk', 'another-letter');
  expect(names(storage)).toEqual(['rudy_cookie_consent']);
  expect(stored.get('trk')).toBe('another-letter');
});

test('BOOT-04 the analytics session lives 24 hours', () => {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  stored.set('cookie_consent', 'accepted');
  stored.set('analytics_session', 'session');
  vi.advanceTimersByTime(DAY - 1);
  expect(createStored(() => storage).get('analytics_session')).toBe('session');
  vi.advanceTimersByTime(1);
  expect(createStored(() => storage).get('analytics_session')).toBeNull();
});

test('UI-01 before consent only what the page needs is written; the rest lives as long as the page', () => {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  stored.set('api_key', 'key');
  stored.set('analytics_session', 'session');
  expect(storage.getItem('rudy_analytics_session')).toBeNull();
  expect(storage.getItem('rudy_api_key')).not.toBeNull();
  expect(stored.get('analytics_session')).toBe('session');

  stored.set('cookie_consent', 'accepted');
  expect(createStored(() => storage).get('analytics_session')).toBe('session');
});

test('UI-01 declining removes what was stored before', () => {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  stored.set('cookie_consent', 'accepted');
  stored.set('analytics_session', 'session');
  stored.set('cookie_consent', 'declined');
  expect(names(storage)).toEqual(['rudy_cookie_consent']);
  stored.set('analytics_session', 'another');
  expect(storage.getItem('rudy_analytics_session')).toBeNull();
});

test('BOOT-04 a browser that forbids storage loses nothing before the page is left', () => {
  const stored = createStored(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  stored.set('api_key', 'key');
  expect(stored.get('api_key')).toBe('key');
  stored.remove('api_key');
  expect(stored.get('api_key')).toBeNull();
});

test('ERR-05 a write that the browser refuses is tried again for 60 s', () => {
  const storage = memoryStorage();
  const write = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  createStored(() => storage).set('api_key', 'key');
  vi.advanceTimersByTime(59_000);
  write.mockRestore();
  vi.advanceTimersByTime(1000);
  expect(createStored(() => storage).get('api_key')).toBe('key');
});

test('ERR-05 after 60 s the write is given up', () => {
  const storage = memoryStorage();
  const write = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  createStored(() => storage).set('api_key', 'key');
  vi.advanceTimersByTime(61_000);
  const tries = write.mock.calls.length;
  vi.advanceTimersByTime(600_000);
  expect(write.mock.calls).toHaveLength(tries);
});

test.each(['', 'null', '7', '{}', 'not json', '{"value":7,"expires":9e15}', '{"value":"key","expires":"soon"}'])(
  'BOOT-04 a malformed stored value counts as none: %j',
  (text) => {
    const storage = memoryStorage();
    storage.setItem('rudy_api_key', text);
    expect(createStored(() => storage).get('api_key')).toBeNull();
  },
);

test('UI-05 the chosen view of lists is remembered, also without consent to more', () => {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  stored.set('cookie_consent', 'declined');
  stored.set('games_view', 'table');
  expect(createStored(() => storage).get('games_view')).toBe('table');
  expect(names(storage)).toContain('rudy_games_view');
});

test.each(['"tiles"', '7', 'null'])('UI-05 a stored view that does not exist counts as none: %s', (value) => {
  const storage = memoryStorage();
  storage.setItem('rudy_games_view', `{"value":${value},"expires":9e15}`);
  expect(createStored(() => storage).get('games_view')).toBeNull();
});

function names(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').toSorted();
}
