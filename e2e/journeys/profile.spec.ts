import { readFile } from 'node:fs/promises';
import { newAddress } from '../support/mailbox.ts';
import { accountButton, fillLogin, logIn } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];

for (const channel of ['demo', 'demo2']) {
  test(`ROUTE-08 ROUTE-09 UI-19 ${channel}: axe finds nothing in the profile, nothing sticks out, narrow or wide`, async ({
    page,
    api,
    touchline,
  }) => {
    const email = newAddress('looked-at');
    await api.of(channel).register(email, newPassword);
    await page.goto(`${touchline.origin(channel)}/login`);
    // By kind, since the channels speak different languages.
    await page.locator('main input[type="email"]').fill(email);
    await page.locator('main input[type="password"]').fill(newPassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${touchline.origin(channel)}/`);
    for (const path of ['/profile', '/profile?tab=transactions', '/profile?tab=clips', '/profile/edit', '/activate']) {
      await page.goto(touchline.origin(channel) + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await horizontalOverflow(page), `${path} at ${size.width} px`).toBe(0);
        expect(await axeViolations(page), `${path} at ${size.width} px`).toEqual([]);
      }
    }
  });
}

test('AUTH-08 a name is changed, and the header knows it', async ({ page, api }) => {
  const email = newAddress('renamed');
  await api.register(email, newPassword);
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.goto('/profile/edit');
  const main = page.getByRole('main');
  await main.getByLabel('First name').fill('Nadezhda');
  await main.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Profile saved.')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText('Nadezhda');
});

test('AUTH-12 a new address counts once it is confirmed there, and the old one can take it back', async ({
  page,
  api,
  mailbox,
  problems,
}) => {
  problems.allow(/401 \(Unauthorized\)/);
  const [old, fresh] = [newAddress('old'), newAddress('fresh')];
  const elsewhere = await api.register(old, newPassword);
  await page.goto('/');
  await logIn(page, old, newPassword);
  await page.goto('/profile/edit');
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByLabel('New email').fill(fresh);
  await section.getByLabel('Current password').fill(newPassword);
  await section.getByRole('button', { name: 'Change email' }).click();
  await expect(section.getByText(`${fresh} is not confirmed yet`)).toBeVisible();

  await page.goto(await mailbox.link(fresh, 'change_email', '/verify-email'));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await expect(accountButton(page, fresh)).toBeVisible();

  await page.goto(await mailbox.link(old, 'email_change', '/verify-email'));
  await expect(page.getByRole('heading', { name: 'The change was undone' })).toBeVisible();
  expect((await api.profile(elsewhere)).status()).toBe(401);
  await page.goto('/login');
  await fillLogin(page, old, newPassword);
  await expect(accountButton(page, old)).toBeVisible();
});

test('AUTH-12 a new password ends every other session, and devices can be ended one by one', async ({ page, api }) => {
  const email = newAddress('careful');
  const [first, second] = [await api.register(email, newPassword), await api.logIn(email, newPassword)];
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.goto('/profile/edit');
  const devices = page.getByRole('region', { name: 'Your devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices
    .getByRole('button', { name: /^Log out (?!all)/ })
    .first()
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  const alive = [await api.profile(first), await api.profile(second)].filter((answer) => answer.ok());
  expect(alive).toHaveLength(1);

  const section = page.getByRole('region', { name: 'Password', exact: true });
  await section.getByLabel('Current password').fill(newPassword);
  await section.getByLabel('New password', { exact: true }).fill('another long walk');
  await section.getByLabel('Repeat new password').fill('another long walk');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed. All other devices have been logged out.')).toBeVisible();
  for (const key of [first, second]) expect((await api.profile(key)).status()).toBe(401);
  await page.reload();
  await expect(accountButton(page, email)).toBeVisible();
});

test('AUTH-10 AUTH-13 ROUTE-15 a member downloads their data, and has it erased', async ({
  page,
  api,
  mailbox,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/v2\/auth\/login/);
  const email = newAddress('leaving');
  await api.register(email, newPassword);
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.goto('/profile/edit');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(email);
  expect(file).toContain('Nadia');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const section = page.getByRole('region', { name: 'Your data' });
  expect(await axeViolations(page)).toEqual([]);
  await section.getByLabel('Current password').fill(newPassword);
  await section.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText(`the link that we sent to ${email} deletes your account`)).toBeVisible();

  await page.goto(await mailbox.link(email, 'delete_account', '/confirm-account-deletion'));
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByRole('heading', { name: 'Goodbye' })).toBeVisible();
  await page.goto('/login');
  await fillLogin(page, email, newPassword);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  const left = await mailbox.all(email);
  expect(left.map(({ kind }) => kind)).toEqual(['account_deleted']);
});

test('NAV-02 T24 a temporary password is changed before anything else, and the way back is closed', async ({
  page,
}) => {
  await page.goto('/schedule');
  await logIn(page, 'temp@demo.test');
  await expect(page).toHaveURL(/\/profile\/edit/);
  await expect(page.getByText('Please change your temporary password first')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/profile\/edit/);
  await page.goto('/vod');
  await expect(page).toHaveURL(/\/profile\/edit/);
  expect(await axeViolations(page)).toEqual([]);
});

test('NAV-01 AUTH-03 a member without a pass is led to the passes, may read the terms, and cannot log out', async ({
  page,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/logout/);
  await page.goto('/');
  await logIn(page, 'new@demo.test');
  await expect(page).toHaveURL(/\/packages/);
  await expect(page.getByText('Please choose your pass first')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/terms_conditions');
  await expect(page).toHaveURL('/terms_conditions');
  await page.goto('/watch/1');
  await expect(page).toHaveURL(/\/packages/);
  await accountButton(page, 'new@demo.test').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText(/can.t be logged out/)).toBeVisible();
});
