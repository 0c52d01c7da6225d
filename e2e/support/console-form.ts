// What operators do with the console's forms.
import { type Browser, expect, type Page } from '@playwright/test';
import { password } from './member.ts';
import { axeViolations, horizontalOverflow } from './page-checks.ts';

const owner = 'owner@demo.test';
/** Of colleagues that journeys create. */
export const secret = 'a long walk to kick-off';
export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };

export async function logIn(page: Page, path: string, email = owner, word = password): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

export const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
}

/** Axe's findings at the end of the page, where the sticky bars cover nothing. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  return axeViolations(page);
}

/** A form or list as it is on a desk and on a phone. */
export async function check(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(desk);
}

/** A visitor's page, open beside the console. */
export async function openVisitor(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const viewer = await context.newPage();
  await viewer.goto(path);
  return viewer;
}
