import { expect, it } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { makeConnection } from '../testing/render-in-app.tsx';
import { pageQuery } from './queries.ts';

const about = { id: 1, url: '/about', alt_name: 'about', name: 'About us', content: '<p>We.</p>', image: null };

it('BOOT-14 a cold load of a channel page shows what came with it, without a call', () => {
  const context = { connection: makeConnection(), boot: { ...makeBoot(), page: about } };
  expect(pageQuery(context, 'about').initialData).toBe(about);
  expect(pageQuery(context, 'partners').initialData).toBeUndefined();
});
