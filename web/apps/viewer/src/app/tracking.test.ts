import { createStored } from '@touchline/api';
import { expect, it } from 'vitest';
import { keepTracking } from './tracking.ts';

const noStorage = () => {
  throw new Error('no storage in this test');
};

it.each([
  ['?trk=school-letter&x=1', 'school-letter'],
  ['?trk=12', '12'],
  [`?trk=${'a'.repeat(999)}`, 'a'.repeat(200)],
  ['?trk=', null],
  ['', null],
])('ANA-07 keeps what %s brings along', (search, kept) => {
  const stored = createStored(noStorage);
  keepTracking(stored, search);
  expect(stored.get('trk')).toBe(kept);
});
