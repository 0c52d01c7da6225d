import { onAnotherSite } from '../support/another-site.ts';
import type { Api, Clip } from '../support/api.ts';
import type { Broadcasts } from '../support/broadcasts.ts';
import {
  type Clipper,
  clipVideo,
  comeAs,
  newClipper,
  pastFirstVisit,
  playLimit,
  untilMoving,
} from '../support/clips.ts';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { anonymousProfile } from '../support/problems.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const gone = /404 \(Not Found\)/;

/** A clip of the recorded game, cut a moment ago. */
function cut(api: Api, { key }: Clipper, { recorded }: Broadcasts, name: string, tags = ['Save']): Promise<Clip> {
  return api.cut(key, { event_id: recorded, name, start_time: 5, duration: 6, tags });
}

test('CLIP-05 CLIP-06 EVT-07 ROUTE-23 a clip is shared in every way, and a stranger sees it and nothing else of the game', async ({
  page,
  context,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: touchline.origin() });
  const clipper = await newClipper(api, touchline);
  const clip = await cut(api, clipper, broadcasts, 'Worth a link');
  await api.cut(clipper.key, {
    event_id: broadcasts.live,
    name: 'Another',
    start_time: 2,
    duration: 3,
    tags: ['Save'],
  });
  const link = `${touchline.origin()}${clip.share_path}`;
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (what: ShareData) => {
        document.documentElement.dataset['shared'] = what.url ?? '';
        return Promise.resolve();
      },
    });
  });
  await comeAs(page, clipper, `/watch_library/${clip.id}`);
  await untilMoving(page, clipVideo);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share this clip' });
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await sheet.getByRole('button', { name: 'More options' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', link);
  for (const name of ['X', 'Facebook', 'WhatsApp', 'Telegram', 'Reddit', 'Email']) {
    const href = await sheet.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(href).toContain(encodeURIComponent(link));
  }
  expect(await axeViolations(page)).toEqual([]);
  const code = await sheet.getByLabel('Embed code').inputValue();

  // A stranger, by the link.
  const stranger = await context.browser()?.newContext();
  if (!stranger) throw new Error('there is no browser');
  const visit = await stranger.newPage();
  await pastFirstVisit(visit);
  const asked: string[] = [];
  visit.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit.goto(link);
  await untilMoving(visit, clipVideo);
  await expect(visit.getByRole('heading', { level: 1, name: 'Worth a link' })).toBeVisible();
  expect(await axeViolations(visit)).toEqual([]);
  await visit.setViewportSize(phone);
  expect(await horizontalOverflow(visit)).toBe(0);
  expect(await axeViolations(visit)).toEqual([]);
  // A view is counted where the first playlist is fetched: once for each look.
  expect(asked.filter((path) => /^\/media\/[^/]+\/[^/]+\.m3u8$/.test(path))).toHaveLength(1);
  const segment = asked.find((path) => /\/v\d+\/\d+\.m4s$/.test(path));
  if (segment === undefined) throw new Error(`no segment was asked for: ${asked.join(' ')}`);
  const beside = (name: string) => segment.replace(/v\d+\/\d+\.m4s$/, name);
  for (const name of ['v0/0.m4s', 'v0/8.m4s', 'thumbs.vtt', 'preview.mp4', 'download.mp4']) {
    expect((await api.fetch(beside(name))).status(), name).toBe(404);
  }
  // The way on: other games with clips, and this one.
  const others = visit.getByRole('region', { name: 'Games with moments' });
  await expect(others.locator(`a[href="/watch/${broadcasts.live}"]`)).toBeVisible();
  await expect(others.locator(`a[href="/watch/${broadcasts.recorded}"]`)).toHaveCount(0);
  await visit.getByRole('link', { name: 'Watch the full game' }).click();
  await expect(visit).toHaveURL(`${touchline.origin()}/watch/${broadcasts.recorded}`);

  // The code, in a page of another site.
  await onAnotherSite(`<!doctype html><title>A blog</title><h1>A blog</h1>${code}`, async (blog) => {
    await visit.goto(blog);
    const frame = visit.frameLocator('iframe');
    const video = frame.locator(clipVideo);
    await expect(video).toBeVisible();
    const frames = () =>
      video.evaluate((found) =>
        found instanceof HTMLVideoElement ? found.getVideoPlaybackQuality().totalVideoFrames : 0,
      );
    await expect.poll(frames, { timeout: playLimit }).toBeGreaterThan(8);
    await expect(frame.getByRole('banner')).toHaveCount(0);
    await expect(frame.getByRole('link', { name: 'Watch the full game' })).toHaveCount(0);
  });
  await stranger.close();
});

test('CLIP-05 messengers read title, picture and video off the link, and a link that is not whole leads nowhere', async ({
  page,
  api,
  touchline,
  broadcasts,
  problems,
}) => {
  problems.allow(gone);
  problems.allow(anonymousProfile);
  const clipper = await newClipper(api, touchline);
  const clip = await cut(api, clipper, broadcasts, 'Read by <machines>');
  await expect.poll(async () => (await api.clip(clipper.key, clip.id)).status).toBe('ready');
  await expect
    .poll(async () => (await api.clip(clipper.key, clip.id)).poster_url, { timeout: waitLimit(20_000) })
    .not.toBeNull();
  const html = await (await api.fetch(clip.share_path)).text();
  // As a messenger reads it: without running anything.
  const meta = (name: string) =>
    page.evaluate(
      ([text, wanted]) =>
        new DOMParser()
          .parseFromString(text ?? '', 'text/html')
          .querySelector(`meta[property="${wanted}"], meta[name="${wanted}"]`)
          ?.getAttribute('content'),
      [html, name] as const,
    );
  expect(await meta('og:title')).toContain('Read by <machines>');
  expect(await meta('og:url')).toBe(`${touchline.origin()}${clip.share_path}`);
  expect(await meta('twitter:player')).toContain(`/embed/clip/${clip.id}/`);
  for (const [name, type] of [
    ['og:image', 'image/'],
    ['og:video', 'video/mp4'],
  ] as const) {
    const address = await meta(name);
    if (typeof address !== 'string') throw new Error(`the page has no ${name}`);
    const answer = await api.fetch(new URL(address).pathname + new URL(address).search);
    expect(answer.status(), name).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
  }

  await page.goto(`/share/${clip.id}/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('Clip not found')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('CLIP-03 CLIP-05 a clip deleted by its owner is gone at once, everywhere', async ({
  page,
  context,
  api,
  touchline,
  broadcasts,
  problems,
}) => {
  problems.allow(gone);
  const clipper = await newClipper(api, touchline);
  const clip = await cut(api, clipper, broadcasts, 'Soon forgotten');
  const address = clip.play?.url ?? '';
  expect((await api.fetch(address)).status()).toBe(200);
  await comeAs(page, clipper, '/profile?tab=clips');
  const card = page.getByRole('article').filter({ hasText: 'Soon forgotten' });
  await card.getByRole('button', { name: 'Delete' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete this clip?' });
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Keep it' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No clips yet')).toBeVisible();

  expect((await api.fetch(address)).status()).toBe(403);
  const visit = await context.newPage();
  await visit.goto(clip.share_path);
  await expect(visit.getByText('Clip not found')).toBeVisible();
  await visit.goto('/moments');
  await expect(visit.locator('.moments-place, .moments-reel:not(.skeleton)')).toBeVisible();
  await expect(visit.getByText('Soon forgotten')).toHaveCount(0);
  await visit.goto(`/watch/${broadcasts.recorded}`);
  await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visit.getByText('Soon forgotten')).toHaveCount(0);
});

test('CLIP-03 OPS-01 a clip taken down by an operator is gone at once, and its owner no longer has it', async ({
  page,
  context,
  api,
  touchline,
  broadcasts,
  problems,
}) => {
  problems.allow(gone);
  const clipper = await newClipper(api, touchline);
  const clip = await cut(api, clipper, broadcasts, 'Out of line');
  const address = clip.play?.url ?? '';
  await comeAs(page, clipper, '/profile?tab=clips');
  await expect(page.getByRole('article').filter({ hasText: 'Out of line' })).toBeVisible();

  const console = await context.newPage();
  await console.goto('/console/demo/clips');
  await console.getByLabel('Email').fill('owner@demo.test');
  await console.getByLabel('Password', { exact: true }).fill(password);
  await console.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(console.getByRole('heading', { level: 1, name: 'Clips' })).toBeVisible();
  const row = console.getByRole('listitem').filter({ hasText: 'Out of line' });
  await expect(row).toBeVisible();
  expect(await axeViolations(console)).toEqual([]);
  await console.setViewportSize(phone);
  expect(await horizontalOverflow(console)).toBe(0);
  await row.getByRole('button', { name: 'Take down Out of line' }).click();
  await console
    .getByRole('dialog', { name: 'Take this clip down?' })
    .getByRole('button', { name: 'Take down', exact: true })
    .click();
  await expect(row).toHaveCount(0);

  expect((await api.fetch(address)).status()).toBe(403);
  await page.reload();
  await expect(page.getByText('No clips yet')).toBeVisible();
  await page.goto(clip.share_path);
  await expect(page.getByText('Clip not found')).toBeVisible();
});
