import type { Page } from '@playwright/test';
import { check, desk, logIn, openVisitor, phone, save, text, violations } from '../support/console-form.ts';
import { expect, test } from '../support/test.ts';

/** Goes to a kind of content by the navigation. */
async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

/** What was saved is on the site within a moment. */
async function reaches(viewer: Page, path: string, isThere: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await viewer.goto(path);
    await isThere();
  }).toPass();
}

test('OPS-02 ROUTE-27 an editor previews a page, moves it, and whoever has the old address finds it', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.allow(/404 \(Not Found\)/);
  await page.setViewportSize(desk);
  await logIn(page, '/console/demo/settings');
  const viewer = await openVisitor(browser, baseURL, '/');
  await openList(page, 'Pages');
  await page.getByRole('link', { name: 'New page' }).first().click();
  await text(page, 'Address').fill('/season-start');
  await text(page, 'Title').fill('The season starts');
  await text(page, 'Text').fill('Ten schools, one rink.');
  await check(page);

  // As viewers will see it, before anything is saved.
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  const frame = dialog.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: 'The season starts' })).toBeVisible();
  await expect(frame.getByRole('article')).toContainText('Ten schools, one rink.');
  await expect(frame.getByRole('contentinfo').getByRole('link', { name: 'The season starts' })).toBeAttached();
  await dialog.getByRole('radio', { name: 'Light' }).check();
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'light');
  await dialog.getByRole('radio', { name: 'Phone' }).check();
  expect(await frame.locator('html').evaluate((root) => root.clientWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect((await viewer.goto('/season-start'))?.status()).toBe(404);

  await save(page);
  const heading = viewer.getByRole('heading', { level: 1, name: 'The season starts' });
  await reaches(viewer, '/season-start', () => expect(heading).toBeVisible());
  await text(page, 'Address').fill('/season');
  await expect(page.getByRole('checkbox', { name: 'Give up the old address' })).not.toBeChecked();
  await save(page);
  await reaches(viewer, '/season-start', () => expect(viewer).toHaveURL(/\/season$/));
  await expect(heading).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Remove /season-start' }).click();
  await reaches(viewer, '/season-start', async () => expect(viewer).not.toHaveURL(/\/season$/));

  // It ended before anybody came: no address, no link.
  await page.getByLabel('Visible until').fill('2020-01-01T00:00');
  await save(page);
  await reaches(viewer, '/season', () => expect(heading).toHaveCount(0));
  await expect(viewer.getByRole('contentinfo').getByRole('link', { name: 'The season starts' })).toHaveCount(0);
  await openList(page, 'Pages');
  await expect(page.getByRole('listitem').filter({ hasText: 'The season starts' })).toContainText('Until');
  await page.getByRole('button', { name: 'Remove The season starts' }).click();
  await page.goto('/console/demo/site/redirects');
  await expect(page.getByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible();
  await check(page);
  await viewer.context().close();
});

test('OPS-02 UI-19 an editor puts a link under another by keyboard, and viewers find it there on a desk and a phone', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(desk);
  await logIn(page, '/console/demo/settings');
  const add = async (name: string, target: string) => {
    await openList(page, 'Menu');
    await page.getByRole('link', { name: 'New link' }).first().click();
    await text(page, 'Text of the link').fill(name);
    await page.getByRole('combobox', { name: 'Leads to' }).selectOption({ label: target });
    await save(page);
  };
  await add('Our club', 'Contacts');
  await add('Its questions', 'FAQ');
  await openList(page, 'Menu');
  await page.getByRole('link', { name: 'Its questions', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page.getByText('Its questions is now number 1 of 1 under Our club.')).toBeAttached();
  await expect(page.getByRole('link', { name: 'Its questions', exact: true })).toBeFocused();
  await check(page);
  await page.getByRole('button', { name: 'Move to… Its questions' }).click();
  const sheet = page.getByRole('dialog', { name: 'Move Its questions' });
  await expect(sheet.getByLabel('Where')).toHaveValue(/^header \d+$/);
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();

  const viewer = await openVisitor(browser, baseURL, '/');
  await viewer.setViewportSize({ width: 1600, height: 900 });
  const header = viewer.getByRole('banner');
  // It stands in a panel, which is closed.
  const question = header.getByRole('link', { name: 'Its questions', includeHidden: true });
  await reaches(viewer, '/', () => expect(question.first()).toBeAttached({ timeout: 1_000 }));
  // Beside the brand where it fits, otherwise among the others.
  const opener = header.getByRole('button', { name: /^(Our club|More)$/ }).filter({ visible: true });
  await opener.focus();
  await viewer.keyboard.press('Enter');
  await expect(question.filter({ visible: true })).toBeVisible();
  await viewer.keyboard.press('Escape');
  await viewer.setViewportSize(phone);
  await viewer.getByRole('button', { name: 'Menu' }).click();
  const menu = viewer.getByRole('dialog', { name: 'Menu' });
  await menu.getByText('Our club', { exact: true }).first().click();
  expect(await violations(viewer)).toEqual([]);
  await menu.getByRole('link', { name: 'Its questions' }).click();
  await expect(viewer).toHaveURL(/\/faq$/);

  await page.getByRole('button', { name: 'Remove Our club' }).click();
  await page.getByRole('button', { name: 'Remove Its questions' }).click();
  await expect(page.getByRole('link', { name: 'Its questions', exact: true })).toHaveCount(0);
  await viewer.context().close();
});
