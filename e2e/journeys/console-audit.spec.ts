import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const owner = 'owner@demo.test';
const site = 'audited.club.example';
const change = 'Changed the sites that may embed the player';

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('OPS-01 T27 an owner finds a change in the audit log with before and after, filters it and takes it along', async ({
  page,
}) => {
  await page.goto('/console/demo/settings');
  await logIn(page);
  const sites = page.getByRole('textbox', { name: 'Sites' });
  const before = await sites.inputValue();
  await sites.fill(`${before}\n${site}`);
  await page.getByRole('button', { name: 'Save sites' }).click();
  await expect(page.getByText('Sites saved.')).toBeVisible();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  const newest = entries.first();
  await expect(newest).toContainText(change);
  await expect(newest).toContainText(owner);
  await expect(newest.getByText(site)).toBeHidden();
  await newest.getByText('Before and after').click();
  await expect(newest.getByText(site)).toBeVisible();
  await expect(entries.filter({ hasText: 'Logged in' }).first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByLabel('Action').selectOption(change);
  await expect(page).toHaveURL(/action=set_embed_hosts/);
  await expect(entries.filter({ hasText: 'Logged in' })).toHaveCount(0);
  await page.getByLabel('Subject contains').fill('DEMO');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/find=DEMO/);
  await expect(entries.first()).toContainText(change);
  await page.reload();
  await expect(entries.first()).toContainText(change);
  await expect(page.getByLabel('Subject contains')).toHaveValue('DEMO');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('demo-audit.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('actor_email,action,subject,before,after');
  expect(lines[1]).toContain(`${owner},set_embed_hosts,demo`);
  expect(lines[1]).toContain(site);
  expect(lines.slice(1).every((line) => line.includes('set_embed_hosts'))).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await entries.first().getByText('Before and after').click();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Subject contains').fill('no such thing');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(entries.first()).toContainText('Downloaded the audit log');

  await page.getByRole('button', { name: /^Channel/ }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByRole('button', { name: 'More' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/\/console\/demo2\/audit/);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(entries.filter({ hasText: 'Logged in' }).first()).toBeVisible();
  await expect(entries.filter({ hasText: site })).toHaveCount(0);
  await page.goto('/console/demo/settings');
  await sites.fill(before);
  await page.getByRole('button', { name: 'Save sites' }).click();
  await expect(page.getByText('Sites saved.')).toBeVisible();
});
