import { expect, it } from 'vitest';
import { spokenTime } from './spoken-time.ts';

it('PLAY-08 the seek bar says times in words', () => {
  expect(spokenTime(0, 'en')).toBe('0 seconds');
  expect(spokenTime(61, 'en')).toBe('1 minute 1 second');
  expect(spokenTime(3605, 'en')).toBe('1 hour 5 seconds');
  expect(spokenTime(120, 'fr')).toBe('2 minutes');
});
