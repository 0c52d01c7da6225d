import type { Page } from '@playwright/test';
import { newAddress } from '../support/mailbox.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const secret = 'a long walk to kick-off';

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Edit the site' }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('region', { name: 'Copy the token now' });
  const token = await shown.getByText(/^touchline_/).textContent();
  expect(await axeViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  return token ?? '';
}

test('OPS-01 T27 an owner gives two programs tokens, and the one that is removed is refused from its next call on', async ({
  page,
  touchline,
}) => {
  const email = newAddress('tokens');
  await touchline.createOwner(email, secret);
  await page.goto('/console/demo/tokens');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();
  const names = [newAddress('scoreboard'), newAddress('report')] as const;
  const tokens = [await createToken(page, names[0]), await createToken(page, names[1])] as const;
  const programs = await page.context().browser()?.newContext({ baseURL: touchline.origin() });
  if (!programs) throw new Error('no browser');
  const status = async (token: string, call: string) => {
    const answer = await programs.request.get(`/console/api/channels/1/${call}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.status();
  };
  for (const token of tokens) {
    expect(await status(token, 'faq')).toBe(200);
    expect(await status(token, 'orders')).toBe(403);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await horizontalOverflow(page)).toBe(0);
  await page.getByRole('button', { name: `Remove the token ${names[0]}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${names[0]} is removed`)).toBeVisible();
  expect([await status(tokens[0], 'faq'), await status(tokens[1], 'faq')]).toEqual([401, 200]);

  await page.goto('/console/demo/audit');
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entries.filter({ hasText: names[0] }).filter({ hasText: 'Removed a token' })).toHaveCount(1);
  await expect(entries.filter({ hasText: names[1] }).filter({ hasText: 'Removed a token' })).toHaveCount(0);
  await programs.close();
});
