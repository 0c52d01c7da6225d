import type { Page } from '@playwright/test';
import { newAddress } from '../support/mailbox.ts';
import { accountButton, fillLogin, logIn, logOut } from '../support/member.ts';
import { chooseBasicPass, newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const main = (page: Page) => page.getByRole('main');

test.beforeEach(async ({ page, touchline }) => touchline.provider.quieten(page));

test('AUTH-04 AUTH-05 a newcomer from the provider accepts the terms and registers, and the next login needs no question', async ({
  page,
  touchline,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/add_session/);
  const email = newAddress('social');
  await page.goto('/login?return=/schedule');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await touchline.provider.logIn(page, email);
  await expect(
    page.getByText('You are not registered yet. Please accept terms and conditions and click Register to continue.'),
  ).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(await axeViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Register' }).click();
  await expect(main(page).getByText('Please accept terms & conditions')).toBeVisible();
  await main(page).getByRole('checkbox').check();
  await main(page).getByRole('button', { name: 'Register' }).click();
  await chooseBasicPass(page);
  await expect(accountButton(page, email)).toBeVisible();
  await logOut(page, email);

  await page.goto('/login?return=/schedule');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  // Known at the provider by its own cookie: nothing is asked again.
  await expect(accountButton(page, email)).toBeVisible();
  await expect(page).toHaveURL('/schedule');
});

test('AUTH-04 a login cancelled at the provider says so and changes nothing', async ({ page, touchline }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await touchline.provider.cancel(page);
  await expect(page.getByText('The login with your other account was cancelled.')).toBeVisible();
  await expect(page).toHaveURL(`${touchline.origin()}/login`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('AUTH-04 AUTH-05 an address that has a password is connected only after its password', async ({
  page,
  api,
  touchline,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/add_session/);
  const email = newAddress('both');
  await api.register(email, newPassword);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await touchline.provider.logIn(page, email);
  await expect(
    page.getByText('This email address already has an account. Enter its password to connect the two.'),
  ).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await main(page).getByLabel('Password', { exact: true }).fill('not the password');
  await main(page).getByRole('button', { name: 'Connect and log in' }).click();
  await expect(main(page).getByText('Invalid email or password')).toBeVisible();
  await main(page).getByLabel('Password', { exact: true }).fill(newPassword);
  await main(page).getByRole('button', { name: 'Connect and log in' }).click();
  await expect(accountButton(page, email)).toBeVisible();
});

test('AUTH-02 a code by mail is another way in', async ({ page, api, mailbox, problems }) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/login-code\/confirm/);
  const email = newAddress('coded');
  await api.register(email, newPassword);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByRole('button', { name: 'Send the code' }).click();
  const { text } = await mailbox.newest(email, 'login_code');
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
  const wrong = code === '123456' ? '654321' : '123456';
  // Six digits are sent by themselves.
  await main(page).getByLabel('Six-digit code').fill(wrong);
  await expect(main(page).getByText('The code is wrong or has expired')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await main(page).getByLabel('Six-digit code').fill(code);
  await expect(accountButton(page, email)).toBeVisible();
});

test('AUTH-02 ROUTE-09 a passkey is made in the profile, logs in without a password, and is gone when removed', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/passkey-login/);
  const email = newAddress('keyed');
  await api.register(email, newPassword);
  const authenticator = await VirtualAuthenticator.on(page);
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await main(page).getByLabel('Name of the passkey').fill('My phone');
  await main(page).getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The passkey “My phone” is ready.')).toBeVisible();
  expect(await authenticator.passkeys()).toBe(1);
  await logOut(page, email);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(accountButton(page, email)).toBeVisible();

  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey “My phone” removed.')).toBeVisible();
  await logOut(page, email);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was not accepted')).toBeVisible();
});

test('AUTH-05 a TV shows a code, a phone types it, and the TV is in', async ({ page, browser, api, touchline }) => {
  const email = newAddress('couch');
  await api.register(email, newPassword);
  const living = await browser.newContext({ baseURL: touchline.origin() });
  const tv = await living.newPage();
  await tv.goto('/login');
  await tv.getByRole('button', { name: 'Log in with your phone' }).click();
  const code = (await tv.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? '';
  expect(await axeViolations(tv)).toEqual([]);

  await page.goto('/activate');
  await fillLogin(page, email, newPassword);
  await expect(page).toHaveURL('/activate');
  await main(page).getByLabel('Code').fill(code.toLowerCase().replace('-', ''));
  await main(page).getByRole('button', { name: 'Continue' }).click();
  const question = main(page).getByRole('region', { name: 'Is this your device?' });
  await expect(question).toContainText('127.0.0.1');
  expect(await axeViolations(page)).toEqual([]);
  await expect(tv.getByText(code)).toBeVisible();
  await question.getByRole('button', { name: 'Log in the TV' }).click();
  await expect(main(page).getByText(/is logged in\.$/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await expect(accountButton(tv, email)).toBeVisible();
  await living.close();
});

test('EVT-13 NAV-05 an address opens the login or the registration over its page, and leads on there', async ({
  page,
  api,
}) => {
  const email = newAddress('over');
  await api.register(email, newPassword);
  await page.goto('/schedule?modal=register');
  const registration = page.getByRole('dialog', { name: 'Create an account' });
  await expect(registration.getByLabel('Email')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  // The page is there behind it, and stays when it is closed.
  await page.keyboard.press('Escape');
  await expect(registration).toBeHidden();
  await expect(page).toHaveURL('/schedule');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();

  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await page.setViewportSize({ width, height });
    // oxlint-disable-next-line no-await-in-loop
    await page.goto('/upcoming?modal=login&sport=soccer');
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    expect(await horizontalOverflow(page)).toBe(0);
  }
  await fillLogin(page, email, newPassword, 'dialog');
  await expect(accountButton(page, email)).toBeVisible();
  await expect(page).toHaveURL('/upcoming?sport=soccer');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A member sees no login.
  await page.goto('/schedule?modal=login');
  await expect(accountButton(page, email)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
