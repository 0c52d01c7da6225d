import type { Page } from '@playwright/test';
import { type Mailbox, newAddress } from '../support/mailbox.ts';
import { password } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { OperatorClock } from '../support/operator-clock.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { Problems } from '../support/problems.ts';
import { expect, test } from '../support/test.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const owner = 'owner@demo.test';
const phone = { width: 390, height: 844 };

async function logIn(page: Page): Promise<void> {
  await page.goto('/console/demo/team');
  await page.getByLabel('Email').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption(role);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' }).getByText(email)).toBeVisible();
}

/** The path of the newest invitation's link, with the token in its fragment. */
async function linkTo(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.newest(email, 'invitation');
  const [link] = text.match(/\/console\/invitation#\S+/) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

test('OPS-01 T19 T27 an owner invites an editor, who accepts, gets another role and is removed', async ({
  page,
  browser,
  mailbox,
  baseURL,
  problems,
}) => {
  problems.allow(/404 \(Not Found\).*\/console\/api\/invitation/);
  const email = newAddress('editor');
  const stays = newAddress('stays');
  await logIn(page);
  await invite(page, stays, 'Support');
  const clock = new OperatorClock('2, an editor who is invited sets up a passkey', 120);
  await clock.type(page.getByLabel('Email address'), email);
  await clock.select(page.getByLabel('Role', { exact: true }), 'Editor');
  await clock.click(page.getByRole('button', { name: 'Send invitation' }));
  await clock.wait(() => expect(page.getByRole('list', { name: 'Open invitations' }).getByText(email)).toBeVisible());
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const editor = await theirs.newPage();
  const editorProblems = new Problems(editor);
  const link = await linkTo(mailbox, email);
  await editor.goto(link);
  await expect(editor.getByRole('heading', { level: 1, name: /^Join the team of/ })).toBeVisible();
  await expect(editor.getByText(email)).toBeVisible();
  expect(await axeViolations(editor)).toEqual([]);
  await editor.setViewportSize(phone);
  expect(await horizontalOverflow(editor)).toBe(0);
  await editor.setViewportSize({ width: 1280, height: 900 });
  const authenticator = await VirtualAuthenticator.on(editor);
  await clock.type(editor.getByLabel('Your name'), 'Ann Archer');
  await clock.type(editor.getByLabel('Choose a password'), newPassword);
  await clock.click(editor.getByRole('button', { name: 'Accept invitation' }));

  await clock.wait(() => expect(editor.getByRole('heading', { level: 1, name: 'Video' })).toBeVisible());
  await clock.click(editor.getByRole('button', { name: `Account of ${email}` }));
  await clock.click(editor.getByRole('link', { name: 'Your account' }));
  await clock.click(editor.getByRole('button', { name: 'Add a passkey' }));
  await clock.type(editor.getByLabel('Name of the passkey'), 'My phone');
  await clock.click(editor.getByRole('button', { name: 'Continue' }));
  await clock.wait(() => expect(editor.getByText('The passkey “My phone” is ready.')).toBeVisible());
  clock.end();
  expect(await authenticator.passkeys()).toBe(1);
  const navigation = editor.getByRole('navigation', { name: 'Console' });
  await expect(navigation.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Orders' })).toHaveCount(0);
  await expect(navigation.getByRole('link', { name: 'Team' })).toHaveCount(0);

  // The link works once, and no link of the list has moved by it.
  await page.goto(link);
  await expect(page.getByText('This invitation is no longer valid')).toBeVisible();
  await page.goto('/console/demo/team');
  const invitations = page.getByRole('list', { name: 'Open invitations' });
  await expect(invitations.getByText(stays)).toBeVisible();
  await expect(invitations.getByText(email)).toHaveCount(0);
  const people = page.getByRole('list', { name: 'People' });
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText('Editor');

  await page.getByRole('button', { name: 'Change role of Ann Archer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change role of Ann Archer' });
  await sheet.getByLabel('Role').selectOption('Finance');
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Change role to Finance' }).click();
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText('Finance');
  await editor.reload();
  await expect(navigation.getByRole('link', { name: 'Orders' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await navigation.getByRole('link', { name: 'Orders' }).click();
  await expect(editor.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  expect(editorProblems.unexpected()).toEqual([]);

  await page.getByRole('button', { name: 'Remove Ann Archer' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove Ann Archer?' });
  await expect(asking.getByText(/Ann Archer loses access to .* at once/)).toBeVisible();
  await asking.getByRole('button', { name: 'Remove Ann Archer' }).click();
  await expect(people.getByText(email)).toHaveCount(0);
  // The page is open, and its next call is refused.
  await navigation.getByRole('link', { name: 'Email log' }).click();
  await expect(editor.getByText('No channels yet')).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Orders' })).toHaveCount(0);
  await theirs.close();
});

test('OPS-01 T19 an invitation that is sent again or withdrawn ends the earlier link', async ({
  page,
  mailbox,
  problems,
}) => {
  problems.allow(/404 \(Not Found\).*\/console\/api\/invitation/);
  const email = newAddress('again');
  await logIn(page);
  await invite(page, email, 'Producer');
  const first = await linkTo(mailbox, email);
  await page.getByRole('button', { name: `Send again to ${email}` }).click();
  const sheet = page.getByRole('dialog', { name: 'Send the invitation again?' });
  await sheet.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`).first()).toBeVisible();
  await expect.poll(() => linkTo(mailbox, email)).not.toBe(first);
  const second = await linkTo(mailbox, email);
  await page.goto(first);
  await expect(page.getByText('This invitation is no longer valid')).toBeVisible();
  await page.goto('/console');
  await page.goto(second);
  // The owner is logged in, and it is not theirs.
  await expect(page.getByText(`You are logged in as ${owner}.`, { exact: false })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/console/demo/team');
  await page.getByRole('button', { name: `Withdraw the invitation to ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Invitation withdrawn.')).toBeVisible();
  await page.goto(second);
  await expect(page.getByText('This invitation is no longer valid')).toBeVisible();
});
