import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '../support/authenticator-app.ts';
import { newAddress } from '../support/mailbox.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const secret = 'a long walk to kick-off';
const phone = { width: 390, height: 844 };

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function openMe(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${email}` }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
}

async function logOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${email}` }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
}

test('OPS-01 T27 an owner sets up an authenticator app, requires it of the team, and logs in by code and recovery code', async ({
  page,
  browser,
  touchline,
  problems,
}) => {
  problems.allow(/40[03] \(.*\/console\/api\/(login|me|channels)/);
  const [email, colleague] = [newAddress('factor'), newAddress('colleague')];
  await touchline.createOwner(email, secret);
  await touchline.createOwner(colleague, secret);
  const elsewhere = await browser.newContext({ baseURL: touchline.origin() });
  const other = await elsewhere.newPage();
  await other.goto('/console');
  await logIn(other, colleague);
  await expect(other.getByRole('heading', { level: 1, name: 'Email log' })).toBeVisible();

  await page.goto('/console');
  await logIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Email log' })).toBeVisible();
  await page.getByRole('link', { name: 'Team' }).click();
  const needed = page.getByRole('checkbox', { name: 'Require a second factor' });
  await needed.click();
  await expect(page.getByText('Set up a second factor for yourself first.')).toBeVisible();
  await expect(needed).not.toBeChecked();

  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const app = new AuthenticatorApp(key ?? '');
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert')).toHaveText('The code is wrong or was already used.');
  await page.getByLabel('Code from the app').fill(app.code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('region', { name: 'Your new recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = ''] = await codes.getByRole('listitem').allTextContents();
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('touchline-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Team' }).click();
  await needed.click();
  await expect(needed).toBeChecked();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: /requires a second factor$/ })).toBeVisible();
  expect(await axeViolations(other)).toEqual([]);
  await other.getByRole('link', { name: 'Set up a second factor' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await needed.click();
  await expect(needed).not.toBeChecked();
  await other.goto('/console');
  await expect(other.getByRole('heading', { level: 1, name: 'Email log' })).toBeVisible();
  await elsewhere.close();

  await logOut(page, email);
  await logIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The code is wrong or was already used.');
  await page.getByLabel('Code').fill(app.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();

  await logOut(page, email);
  await logIn(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  await openMe(page, email);
  await expect(page.getByText('9 codes left')).toBeVisible();
});

test('OPS-01 T27 an operator adds a passkey, logs in by it with and without the password, and ends other sessions', async ({
  page,
  touchline,
  problems,
}) => {
  problems.allow(/40[03] \(.*\/console\/api\/login/);
  const email = newAddress('passkey');
  await touchline.createOwner(email, secret);
  const authenticator = await VirtualAuthenticator.on(page);
  await page.goto('/console');
  await logIn(page, email);
  await openMe(page, email);
  await page.getByLabel('Your name').fill('Pat Key');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The passkey “My phone” is ready.')).toBeVisible();
  expect(await authenticator.passkeys()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);

  await logOut(page, email);
  await logIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  await logOut(page, email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toContainText('Pat Key');

  await openMe(page, email);
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await expect(page.getByText('Passkey “My phone” removed.')).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});
