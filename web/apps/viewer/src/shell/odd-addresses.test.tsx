import { cleanup, screen } from '@testing-library/react';
import { array, assert, asyncProperty, constantFrom, oneof, string, tuple } from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDropped } from './dropped-parameters.ts';
import { NAMES as NARROWING } from './find-dropped-parameters.ts';
import { openApp } from '../testing/open-app.tsx';

const ROUTES = [
  '/',
  '/upcoming',
  '/live',
  '/vod',
  '/schedule',
  '/vod_library',
  '/vod_library/1',
  '/watch/1',
  '/watch_embed/1',
  '/watch_library/1',
  '/moments',
  '/share/1/word',
  '/embed/clip/1/word',
  '/simulate',
  '/faq',
  '/contacts',
  '/about',
  '/login',
  '/registration',
  '/verify-notice',
  '/verify-email',
  '/password-reset-request',
  '/password-reset',
  '/profile',
  '/profile/edit',
  '/activate',
  '/confirm-account-deletion',
  '/packages',
  '/select-package/1',
  '/buy',
  '/404',
  '/nothing-here',
];

const NAMES = [
  ...NARROWING,
  'page',
  'modal',
  'tag',
  'title',
  'category',
  'return',
  'tab',
  'orders',
  'type',
  'package_id',
  'subscription_id',
  'single_event_package_id',
  'order',
  'trk',
  'channel',
  'vod_id',
  'email',
  'expires',
  'signature',
  '__proto__',
];

const ODD = [
  'men',
  'zzz',
  '0',
  '-1',
  '1e999',
  '["a"]',
  '{"a":1}',
  'null',
  'true',
  '%',
  '2026-13-45',
  'ẞ🏀',
  '//x.example',
  '<b>',
];

const query = array(tuple(constantFrom(...NAMES), oneof(constantFrom(...ODD), string({ maxLength: 12 }))), {
  minLength: 1,
  maxLength: 4,
}).map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));

/** What of a screen broke, if anything did. */
async function brokenAt(address: string): Promise<string | null> {
  const { close } = await openApp(address);
  // Screens come in parts: what breaks, breaks when the last of them is there.
  await vi.waitFor(() => expect(document.body.textContent).not.toBe(''));
  const broken = screen.queryByText(/^Something went wrong/)?.textContent ?? null;
  close();
  cleanup();
  return broken;
}

describe('odd addresses', () => {
  afterEach(() => {
    cleanup();
    useDropped.setState({ path: '', names: [] });
  });

  it.each([
    '/vod?gender=men',
    '/vod?gender=zzz',
    '/upcoming?access=foo',
    '/upcoming?from=zzz',
    '/schedule?day=zzz',
    '/schedule?start=zzz',
    '/?school=["a"]',
    '/?gender=7',
    '/upcoming?page=0',
    '/upcoming?location={"a":1}',
    '/moments?tag=["a"]',
  ])('UI-12 ROUTE-24 %s breaks nothing', async (address) => {
    expect(await brokenAt(address)).toBeNull();
  });

  it.each(ROUTES)('UI-12 ROUTE-24 no query breaks %s', async (path) => {
    const isWhole = asyncProperty(query, async (odd) => (await brokenAt(`${path}?${odd}`)) === null);
    await expect(assert(isWhole, { numRuns: 6 })).resolves.toBeUndefined();
  });

  it('UI-12 says what was left out, and nothing of what was not', async () => {
    await openApp('/upcoming?gender=zzz&from=yesterday&sport=soccer&utm_source=mail');
    const note = await screen.findByText(/^Parts of the address/);
    expect(note.textContent).toBe('Parts of the address were ignored: gender, from');
  });

  it('UI-12 takes the words men and women', async () => {
    const { router } = await openApp('/upcoming?gender=women');
    expect(router.state.matches.at(-1)?.search).toMatchObject({ gender: 'W' });
    expect(screen.queryByText(/^Parts of the address/)).toBeNull();
  });
});
