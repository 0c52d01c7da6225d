import type { Page } from '@playwright/test';
import { rail } from '../support/cards.ts';
import { expect, test } from '../support/test.ts';

const pageSize = 12;

const videos = (page: Page, list: string) => page.getByRole('region', { name: list, exact: true }).getByRole('article');
const titles = (items: { title: string }[]) => items.map(({ title }) => title);
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search videos' });

test('ROUTE-19 VOD-01 the library shows its rails, then everything there is', async ({ page, api }) => {
  const [rails, items] = [await api.vodRails(), await api.vodItems()];
  expect(rails.length).toBeGreaterThan(2);
  await page.goto('/vod_library');
  for (const { title, vod_media_items } of rails) {
    await expect(rail(page, title).getByRole('heading', { level: 3 })).toHaveText(titles(vod_media_items));
  }
  const all = videos(page, 'All videos');
  await expect(all.getByRole('heading')).toHaveText(titles(items).slice(0, pageSize));
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(all.getByRole('heading')).toHaveText(titles(items));
  await expect(all.nth(pageSize).getByRole('link')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('ROUTE-19 a category narrows the library, by its chip or by its address', async ({ page, api }) => {
  const [category] = await api.vodCategories();
  if (category === undefined) throw new Error('the demo has no category of videos');
  const items = await api.vodItems({ category_id: String(category.id) });
  await page.goto('/vod_library');
  const chip = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: category.title });
  await chip.click();
  await expect(page).toHaveURL(`/vod_library?category=${category.alias}`);
  await expect(videos(page, category.title).getByRole('heading')).toHaveText(titles(items));
  await expect(chip).toHaveAttribute('aria-current');
  await page.reload();
  await expect(videos(page, category.title).getByRole('heading')).toHaveText(titles(items));
  await page.goBack();
  await expect(page).toHaveURL('/vod_library');
  await expect(videos(page, 'All videos').first()).toBeVisible();

  await page.goto('/vod_library?category=no-such-thing');
  await expect(page.getByText('Category not found')).toBeVisible();
  await page.getByRole('link', { name: 'Show all videos' }).click();
  await expect(videos(page, 'All videos').first()).toBeVisible();
});

test('ROUTE-19 VOD-02 a title is found with a typing error, kept in the address, and cleared', async ({
  page,
  api,
}) => {
  const found = await api.findVod('harborlght');
  expect(titles(found)).toContain('Six Years at Harborlight');
  await page.goto('/vod_library');
  await field(page).pressSequentially('harborlght');
  await expect(page).toHaveURL('/vod_library?title=harborlght');
  const results = videos(page, 'Results for “harborlght”');
  await expect(results.getByRole('heading')).toHaveText(titles(found));
  await page.reload();
  await expect(field(page)).toHaveValue('harborlght');
  await expect(results.getByRole('heading')).toHaveText(titles(found));
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL('/vod_library');
  await expect(field(page)).toBeFocused();
  await expect(videos(page, 'All videos').first()).toBeVisible();
});

test('UI-18 VOD-02 a title that nothing has says what to do next', async ({ page }) => {
  await page.goto('/vod_library?category=documentaries&title=zzzzzz');
  await expect(page.getByText('No videos match your search')).toBeVisible();
  await page.getByRole('link', { name: 'Search all categories' }).click();
  await expect(page).toHaveURL('/vod_library?title=zzzzzz');
  await page.getByRole('link', { name: 'Show all videos' }).click();
  await expect(page).toHaveURL('/vod_library');
});

test('ROUTE-28 VOD-01 a video has a page of its own, with what is known of it', async ({ page, api }) => {
  const [items, categories] = [await api.vodItems(), await api.vodCategories()];
  const item = items[0];
  const category = categories.find(({ id }) => item?.category_ids.includes(id));
  if (item === undefined || category === undefined) throw new Error('the library is empty');
  await page.goto('/vod_library');
  await videos(page, 'All videos').getByRole('link', { name: item.title }).click();
  await expect(page).toHaveURL(`/vod_library/${item.id}`);
  for (const cold of [false, true]) {
    if (cold) await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: item.title })).toBeVisible();
    await expect(page.getByText(item.description)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${item.title} – `));
    const list = page.getByRole('list', { name: 'Categories' });
    await expect(list.getByRole('link', { name: category.title })).toHaveAttribute(
      'href',
      `/vod_library?category=${category.alias}`,
    );
    await expect(
      page.getByRole('complementary', { name: 'More like this' }).getByRole('article').first(),
    ).toBeVisible();
  }
});

test('ROUTE-28 the watch address of a video leads to its own, and not back', async ({ page, api }) => {
  const [item] = await api.vodItems();
  await page.goto('/vod_library');
  await page.goto(`/watch/1?vod_id=${item?.id}&type=vod`);
  await expect(page).toHaveURL(`/vod_library/${item?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: item?.title ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/vod_library');
});

test('ROUTE-26 a video that is not there is a 404, in the browser and on the wire', async ({ page, api, problems }) => {
  problems.allow(/404 \(Not Found\)/);
  for (const path of ['/vod_library/987654', '/vod_library/abc', '/watch/1?vod_id=987654&type=vod']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/404');
    await expect(page.getByRole('heading', { level: 1, name: 'Game not found' })).toBeVisible();
  }
  for (const path of ['/vod_library/987654', '/vod_library/abc', '/watch/987654']) {
    expect((await api.fetch(path)).status(), path).toBe(404);
  }
});

test('UI-13 VOD-01 the French channel has a library in French', async ({ page, api, touchline }) => {
  const rails = await api.of('demo2').vodRails();
  await page.goto(`${touchline.origin('demo2')}/vod_library`);
  for (const { title, vod_media_items } of rails) {
    await expect(rail(page, title).getByRole('heading', { level: 3 })).toHaveText(titles(vod_media_items));
  }
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Video library');
});
