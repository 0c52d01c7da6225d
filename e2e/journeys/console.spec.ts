import type { Page } from '@playwright/test';
import { newAddress } from '../support/mailbox.ts';
import { password } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeAsksFrames, axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const owner = 'owner@demo.test';
/** Playwright looks into every frame by a script of its own, which a letter's frame does not run either. */
const noScripts = /Blocked script execution in 'about:(srcdoc|blank)'/;
const phone = { width: 390, height: 844 };

async function logIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string, role: 'link' | 'button' = 'link'): Promise<void> {
  const wanted = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

test('OPS-01 AUTH-01 T57 an owner logs in, reads the letter of a registration without its link and logs out', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/console\/api\/login/);
  problems.allow(noScripts);
  problems.allow(axeAsksFrames);
  const email = newAddress('mails');
  await api.register(email, newPassword);
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to the console' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await logIn(page, 'a wrong password');
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  expect(await axeViolations(page)).toEqual([]);
  await logIn(page);

  await expect(page.getByRole('heading', { level: 1, name: 'Email log' })).toBeVisible();
  await page.getByLabel('Search by address').fill(email);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/console\/demo\/mails\?to=/);
  const row = page.getByRole('list', { name: 'Emails' }).getByRole('link', { name: 'Confirm your email address' });
  // Those of before stay until the answer is there.
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(email);
  await expect(row).toContainText('Kept');
  expect(await axeViolations(page)).toEqual([]);
  await row.click();

  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email address' })).toBeVisible();
  const letter = page.frameLocator('iframe[title="Confirm your email address"]');
  const button = letter.getByText('Confirm my address');
  await expect(button).toBeVisible();
  expect(await button.evaluate((element) => getComputedStyle(element).textDecorationLine), 'it is styled').toBe('none');
  await expect(letter.locator('[href]')).toHaveCount(0);
  await expect(letter.getByText('••••••')).toBeVisible();
  await expect(page.getByText('Links and codes that give access to an account are hidden.')).toBeVisible();
  await page.getByText('As plain text').click();
  await expect(page.locator('pre')).toContainText('Confirm my address:');
  await expect(page.locator('pre')).not.toContainText('/verify-email');
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: `Account of ${owner}` }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
});

test('OPS-01 I8 the mail log is used by keyboard alone, and each channel has its own', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(noScripts);
  const email = newAddress('keyboard');
  await api.register(email, newPassword);
  await page.goto('/console');
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(owner);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: email }).first()).toBeVisible();
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Message' })).toBeVisible();
  await tabTo(page, 'Back to the email log');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Emails' })).toBeVisible();

  await page.getByRole('button', { name: /^Channel/ }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page).toHaveURL(/\/console\/demo2\/mails/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await tabTo(page, `Account of ${owner}`, 'button');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Log out', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
});
