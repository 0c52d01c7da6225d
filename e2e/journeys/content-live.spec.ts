import type { Page } from '@playwright/test';
import { changeContent } from '../support/another-server.ts';
import { follow, isSameDocument, liveLimit } from '../support/followers.ts';
import { expect, test } from '../support/test.ts';
import { picture, player, untilPlaying } from '../support/player.ts';
import { waitLimit } from '../support/slowness.ts';
import { Wire } from '../support/wire.ts';

const link = 'Harbour cup';
const question = 'Is there a harbour cup?';
const name = 'Harbourline';
const background = '#14532d';
const club = { url: '/harbour-club', alias: 'harbour-club', name: 'Harbour club' };

const headerColour = (page: Page) =>
  page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);

test('OPS-02 EVT-11 menu, questions, name and colours change on open pages within 5 s, and what is typed stays', async ({
  page,
  context,
  api,
  touchline,
}) => {
  const { settings, color_settings: colours } = await api.bootstrap();
  const [asking, writing] = [await context.newPage(), await context.newPage()];
  await follow(page, '/');
  await follow(asking, '/faq');
  await follow(writing, '/contacts');
  const search = asking.getByRole('searchbox', { name: 'Search the answers' });
  await search.fill('harbour');
  await expect(asking.getByText('Nothing found').last()).toBeVisible();
  const message = writing.getByLabel('Message');
  await message.fill('The picture stood');
  await message.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  const place = await writing.evaluate(() => window.scrollY);
  const before = await headerColour(page);
  const wire = new Wire(page);
  try {
    changeContent(
      touchline,
      [
        `INSERT INTO menu_links (channel_id, name, url, place, translations) VALUES (:channel, ?, '/faq', 'header', '{}')`,
        link,
      ],
      [
        `INSERT INTO faq_entries (channel_id, question, answer, translations) VALUES (:channel, ?, '<p>In May.</p>', '{}')`,
        question,
      ],
      [
        `UPDATE channels SET name = ?, colours = ? WHERE id = :channel`,
        name,
        JSON.stringify({ ...colours, header_background: background }),
      ],
    );
    await Promise.all([
      expect(page.getByRole('banner').getByRole('link', { name: link, includeHidden: true })).toHaveCount(1, {
        timeout: liveLimit,
      }),
      expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible({ timeout: liveLimit }),
      expect.poll(() => headerColour(page), { timeout: liveLimit }).toBe('rgb(20, 83, 45)'),
      expect(asking.locator('summary')).toHaveText([question], { timeout: liveLimit }),
      expect(writing.getByRole('banner').getByRole('link', { name })).toBeVisible({ timeout: liveLimit }),
    ]);
    await expect.poll(() => page.title()).toContain(name);
    await expect(search).toHaveValue('harbour');
    await expect(search).toBeFocused();
    await expect(message).toHaveValue('The picture stood');
    await expect(message).toBeFocused();
    expect(await writing.evaluate(() => window.scrollY)).toBe(place);
    expect(wire.requestsOf('channel-bootstrap-data'), 'asked for once').toHaveLength(1);
  } finally {
    changeContent(
      touchline,
      [`DELETE FROM menu_links WHERE channel_id = :channel AND name = ?`, link],
      [`DELETE FROM faq_entries WHERE channel_id = :channel AND question = ?`, question],
      [`UPDATE channels SET name = ?, colours = ? WHERE id = :channel`, settings.name, JSON.stringify(colours)],
    );
  }
  await expect(page.getByRole('banner').getByRole('link', { name: settings.name })).toBeVisible({ timeout: liveLimit });
  await expect.poll(() => headerColour(page), { timeout: liveLimit }).toBe(before);
  await expect(asking.getByText('Nothing found').last()).toBeVisible({ timeout: liveLimit });
  for (const tab of [page, asking, writing]) expect(await isSameDocument(tab)).toBe(true);
});

test('OPS-02 ROUTE-27 a new page opens from the footer, shows its new text, and is gone when it is removed', async ({
  page,
  touchline,
}) => {
  await follow(page, '/');
  const inFooter = page.getByRole('contentinfo').getByRole('link', { name: club.name });
  await expect(inFooter).toHaveCount(0);
  changeContent(touchline, [
    `INSERT INTO pages (channel_id, url, alt_name, name, content, translations) VALUES (:channel, ?, ?, ?, ?, '{}')`,
    club.url,
    club.alias,
    club.name,
    '<p>We meet on Mondays.</p>',
  ]);
  let isThere = true;
  const remove = () => {
    if (isThere) changeContent(touchline, [`DELETE FROM pages WHERE channel_id = :channel AND url = ?`, club.url]);
    isThere = false;
  };
  try {
    await expect(inFooter).toBeVisible({ timeout: liveLimit });
    await inFooter.click();
    await expect(page.getByRole('heading', { level: 1, name: club.name })).toBeVisible();
    await expect(page.getByText('We meet on Mondays.')).toBeVisible();

    changeContent(touchline, [
      `UPDATE pages SET content = ? WHERE channel_id = :channel AND url = ?`,
      '<p>We meet on Fridays.</p>',
      club.url,
    ]);
    await expect(page.getByText('We meet on Fridays.')).toBeVisible({ timeout: liveLimit });
    remove();
    await expect(page).toHaveURL('/404', { timeout: liveLimit });
    await expect(inFooter).toHaveCount(0);
  } finally {
    remove();
  }
  expect(await isSameDocument(page)).toBe(true);
});

test('OPS-02 PLAY-05 a picture that plays goes on while the channel changes around it', async ({
  page,
  api,
  broadcasts,
  touchline,
}) => {
  test.setTimeout(waitLimit(120_000));
  const { settings } = await api.bootstrap();
  await follow(page, `/watch/${broadcasts.live}`);
  await expect(player(page)).toBeVisible();
  await untilPlaying(page);
  await page.evaluate(() => document.querySelector('.player > video')?.setAttribute('data-first', ''));
  const wire = new Wire(page);
  const { frames } = await picture(page);
  const rename = (to: string) => changeContent(touchline, [`UPDATE channels SET name = ? WHERE id = :channel`, to]);
  try {
    rename(name);
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible({ timeout: liveLimit });
    await untilPlaying(page);
    await expect(page.locator('.player > video[data-first]')).toHaveCount(1);
    expect((await picture(page)).frames, 'the count of the same element').toBeGreaterThan(frames);
    expect(wire.requestsOf(`events/${broadcasts.live}/playback`)).toEqual([]);
  } finally {
    rename(settings.name);
  }
  expect(await isSameDocument(page)).toBe(true);
});
