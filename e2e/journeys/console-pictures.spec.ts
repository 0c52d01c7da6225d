import type { Browser, Locator, Page } from '@playwright/test';
import { drawn } from '../support/drawn-picture.ts';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

async function logIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill('owner@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** The screen as it is on a desk and on a phone. */
async function check(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(desk);
}

async function openViewer(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const viewer = await context.newPage();
  await viewer.goto('/');
  return viewer;
}

const tile = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });

async function addressOf(picture: Locator): Promise<string> {
  return (await picture.locator('img').getAttribute('src')) ?? '';
}

test('UI-16 T34 a picture is added, cropped, put on a slide, seen by viewers, and not deleted while it is used', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.allow(/409 \(Conflict\).*\/pictures\/\d+/);
  await page.setViewportSize(desk);
  await logIn(page, '/console/demo/pictures');
  await expect(page.getByRole('heading', { level: 1, name: 'Pictures' })).toBeVisible();
  await check(page);

  await page.getByLabel('Add a picture').setInputFiles(await drawn(page, 'final_whistle.png', 1600, 900));
  await expect(tile(page, 'final whistle')).toBeVisible();
  const whole = await addressOf(tile(page, 'final whistle'));
  expect(whole).toMatch(/^\/storage\/images\/demo\/[0-9a-f]{16}-[0-9a-f]{16}-50-50-1600\.(png|jpg)$/);

  await tile(page, 'final whistle').click();
  await page.getByRole('checkbox', { name: 'Show only a part of the picture' }).check();
  await expect(page.getByLabel('The part that is shown')).toBeVisible();
  await page.getByRole('combobox', { name: 'Shape' }).selectOption('1:1');
  const point = page.getByRole('button', { name: 'Focal point' });
  await point.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByText('40% from the left, 55% from the top')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tile(page, 'final whistle').locator('img')).toHaveAttribute('src', /-40-55-900\./);
  const cropped = await addressOf(tile(page, 'final whistle'));
  await tile(page, 'final whistle').click();
  await expect(page.getByRole('combobox', { name: 'Shape' })).toHaveValue('1:1');
  await expect(page.getByLabel('The part that is shown')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Slides', exact: true }).click();
  await page.getByRole('link', { name: 'New slide' }).first().click();
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('The whistle');
  const field = page.getByRole('group', { name: 'Picture', exact: true });
  await field.getByRole('button', { name: 'Choose a picture' }).click();
  await page.getByRole('button', { name: 'Choose final whistle' }).click();
  await expect(field.getByText('final whistle')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();

  const viewer = await openViewer(browser, baseURL);
  const shown = viewer.locator(`.hero img[src="${cropped}"]`);
  await expect(async () => {
    await viewer.reload();
    await expect(shown).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect(shown).toHaveAttribute('srcset', /-320\.\w+ 320w/);
  await expect(shown).toHaveCSS('object-position', '40% 55%');

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Pictures', exact: true }).click();
  await tile(page, 'final whistle').click();
  await expect(page.getByRole('link', { name: 'Slide: The whistle' })).toBeVisible();
  await expect(page.getByText('A picture that is used cannot be deleted.')).toBeVisible();
  await page.getByRole('link', { name: 'Slide: The whistle' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Pictures', exact: true }).click();
  await tile(page, 'final whistle').click();
  await page.getByRole('button', { name: 'Delete picture' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(tile(page, 'final whistle')).toHaveCount(0);
  await viewer.context().close();
});

test('UI-16 a new logo is seen by a viewer who is there already', async ({ page, browser, baseURL }) => {
  await page.setViewportSize(desk);
  const viewer = await openViewer(browser, baseURL);
  await logIn(page, '/console/demo/pictures');
  await page.getByRole('button', { name: /^(Choose a|Change) logo$/ }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Add a picture')
    .setInputFiles(await drawn(page, 'crest.png', 400, 400));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Logo' }).first()).toHaveAttribute('src', /-320\.\w+$/);
  const src = (await page.getByRole('img', { name: 'Logo' }).first().getAttribute('src')) ?? '';
  await expect(viewer.locator(`header img[src="${src.replace('-320.', '-400.')}"]`)).toHaveCount(1, { timeout: 5_000 });
  await viewer.context().close();
});
