import { expect, it } from 'vitest';
import { vodIdOf } from './vod-address.ts';

it('ROUTE-28 a watch address with type=vod means a video', () => {
  expect(vodIdOf({ type: 'vod', vod_id: 7 }, 7)).toBe(7);
  expect(vodIdOf({ type: 'vod', vod_id: '12' }, 7)).toBe(12);
  expect(vodIdOf({ type: 'vod' }, 7)).toBe(7);
});

it('ROUTE-28 any other watch address means a game', () => {
  expect(vodIdOf({}, 7)).toBeNull();
  expect(vodIdOf({ vod_id: 7 }, 7)).toBeNull();
  expect(vodIdOf({ type: 'live', vod_id: 7 }, 7)).toBeNull();
});

it.each(['abc', '1x', '', '-1', 1.5, ['1', '2'], '9'.repeat(16)])('ROUTE-26 the video %j cannot be', (vod_id) => {
  expect(vodIdOf({ type: 'vod', vod_id }, 7)).toBe('unknown');
});
