import { expect, test } from 'vitest';
import { agoIn } from '../localisation/ago.ts';
import { readPresence } from './use-presence.ts';

test('OPS-01 an event says who is there, and nothing else is read', () => {
  const ann = { id: 1, name: 'Ann', edited_at: null };
  expect(readPresence(JSON.stringify([ann, { id: 'x' }, null, { ...ann, edited_at: 7 }]))).toEqual([
    ann,
    { ...ann, edited_at: 7 },
  ]);
  expect([readPresence('{'), readPresence('{}'), readPresence(undefined)]).toEqual([[], [], []]);
});

test('OPS-01 an edit is told in minutes', () => {
  expect([0, 29_000, 60_000, 150_000, -5_000].map((ago) => agoIn(1_000_000, 1_000_000 + ago, 'en'))).toEqual([
    'now',
    'now',
    '1 minute ago',
    '3 minutes ago',
    'now',
  ]);
});
