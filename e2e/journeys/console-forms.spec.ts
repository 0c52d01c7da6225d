import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** The screen as it is on a desk and on a phone. */
async function check(page: Page): Promise<void> {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  }
}

test('FORM-01 OPS-02 an operator makes a form, a visitor fills it in, and the operator reads, keeps and deletes the answer', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/console/demo/site/forms');
  await page.getByLabel('Email').fill('owner@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Forms', exact: true })).toContainText('/forms/contacts');
  await check(page);

  await page.getByRole('link', { name: 'New form' }).first().click();
  await text(page, 'Title').fill('Bus to the final');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await expect(text(page, 'Label')).toBeFocused();
  await text(page, 'Label').fill('Where do you get on?');
  await page.getByRole('button', { name: /^Where do you get on/ }).click();
  await page.getByRole('button', { name: 'Add a field' }).click();
  await text(page, 'Label').fill('Your name');
  await page.getByLabel('Has to be filled in').check();
  // The name comes first: the keyboard moves its field.
  await page.getByRole('button', { name: /^Your name/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('list', { name: 'Fields' }).getByRole('listitem').first()).toContainText('Your name');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('textbox').first()).toHaveAccessibleName('Your name');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await check(page);

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const viewer = await context.newPage();
  await expect(async () => {
    await viewer.goto('/forms/bus-to-the-final');
    await expect(viewer.getByRole('heading', { level: 1, name: 'Bus to the final' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await viewer.setViewportSize(phone);
  expect(await axeViolations(viewer)).toEqual([]);
  expect(await horizontalOverflow(viewer)).toBe(0);
  await viewer.getByRole('button', { name: 'Send' }).click();
  await expect(viewer.getByText('Field is required')).toBeVisible();
  await viewer.getByLabel('Your name').fill('=Ada');
  await viewer.getByLabel('Where do you get on?').fill('At the old bridge');
  await viewer.getByRole('button', { name: 'Send' }).click();
  await expect(viewer.getByText('Thank you. We have received your message.')).toBeVisible({ timeout: 20_000 });
  await context.close();

  await page.getByRole('link', { name: 'See answers' }).click();
  const answers = page.getByRole('list', { name: 'Answers, newest first' });
  await expect(answers.getByRole('listitem')).toHaveCount(1);
  await expect(answers).toContainText('Your name: =Ada · Where do you get on?: At the old bridge');
  await check(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain("'=Ada,At the old bridge");

  await answers.getByRole('link').click();
  await expect(page.getByText('At the old bridge')).toBeVisible();
  await check(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete this answer?' });
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Delete 1 answer' }).click();
  await expect(page.getByText('No answers yet')).toBeVisible();

  // Without answers the form can go too, and come back.
  await page.goto('/console/demo/site/forms');
  await page.getByRole('button', { name: 'Remove Bus to the final' }).click();
  await expect(page.getByRole('link', { name: 'Bus to the final' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Bus to the final' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Bus to the final' }).click();
  await expect(page.getByRole('link', { name: 'Bus to the final' })).toHaveCount(0);
});
