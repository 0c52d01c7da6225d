import type { Page } from '@playwright/test';
import { check, desk, logIn, openVisitor, phone, save, secret, text, violations } from '../support/console-form.ts';
import { follow, isSameDocument, liveLimit } from '../support/followers.ts';
import { newAddress } from '../support/mailbox.ts';
import { OperatorClock } from '../support/operator-clock.ts';
import { Problems } from '../support/problems.ts';
import { expect, test } from '../support/test.ts';

const number = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });

const accentOf = (viewer: Page) =>
  viewer.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));

async function saveChange(page: Page, field: string, value: string): Promise<void> {
  await text(page, field).fill(value);
  await save(page);
}

test('OPS-02 settings: an editor corrects a number, renames the channel on an open page, and brings the name back', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, '/console/demo/settings');
  const visitor = await openVisitor(browser, baseURL, '/');
  await follow(visitor, '/');
  const title = (name: string) => visitor.getByRole('banner').getByRole('link', { name });
  await expect(text(page, 'Name')).not.toHaveValue('');
  const before = await text(page, 'Name').inputValue();
  await check(page);

  // The search leaves the settings that it finds, and an emptied number is refused at its field.
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('longest');
  await expect(page).toHaveURL(/find=longest/);
  await expect(text(page, 'Name')).toHaveCount(0);
  await number(page, 'Longest clip').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const wrong = page.getByRole('group', { name: 'Not saved yet' });
  await expect(wrong).toBeFocused();
  await wrong.getByRole('button', { name: /^Longest clip/ }).click();
  await expect(number(page, 'Longest clip')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(number(page, 'Longest clip')).not.toHaveValue('');
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('');

  // Countries by keyboard alone; the draft survives a reload.
  await page.getByRole('combobox', { name: 'Countries' }).selectOption('Everywhere but in');
  const country = page.getByRole('combobox', { name: 'Add a country' });
  await country.fill('icel');
  await expect(page.getByRole('option', { name: 'Iceland' })).toBeVisible();
  await country.press('Enter');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Chosen countries' })).toHaveText('Iceland');
  await check(page);
  await page.getByRole('button', { name: 'Discard them' }).click();

  await saveChange(page, 'Name', 'Harbour TV');
  await expect(title('Harbour TV')).toBeVisible({ timeout: liveLimit });
  await expect(page.getByRole('button', { name: /^Channel/ })).toContainText('Harbour TV');

  await page.setViewportSize(phone);
  await page.getByText('Earlier versions').click();
  await page
    .getByRole('list', { name: 'Earlier versions' })
    .getByRole('link', { name: /^Compare/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Restore the version of/ }).click();
  // The toast covers neither the Save bar nor the navigation.
  const toast = page.getByText(/^The version of .* is current again\./);
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast).toBeVisible();
  await expect(text(page, 'Name')).toHaveValue(before);
  await page.setViewportSize(desk);
  await expect(title(before)).toBeVisible({ timeout: liveLimit });
  expect(await isSameDocument(visitor)).toBe(true);
  await visitor.context().close();
});

test('OPS-02 colours: an editor changes the accent, sees it in the preview and on an open page', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  // The preview looks at a game and a pass without an account.
  problems.allow(/40[13] .*\/api\//);
  await logIn(page, '/console/colours');
  await expect(page).toHaveURL(/\/console\/[^/]+\/colours$/);
  await page.goto('/console/demo/colours');
  const visitor = await openVisitor(browser, baseURL, '/');
  await follow(visitor, '/');
  const shown = await accentOf(visitor);
  await expect(text(page, 'Page text')).not.toHaveValue('');
  const before = await text(page, 'Accent').inputValue();
  await check(page);
  await text(page, 'Accent').fill('#b91c');
  await expect(page.getByText(/^Not a colour\./)).toBeVisible();
  const clock = new OperatorClock('3, another accent on an open page', 20);
  await clock.type(text(page, 'Accent'), '#b91c1c');
  const preview = page.frameLocator('iframe[title="Preview of the channel in these colours"]');
  const accent = () => preview.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));
  await expect(preview.getByRole('banner')).toBeVisible();
  await expect.poll(accent).toBe('#b91c1c');
  expect(await violations(page)).toEqual([]);
  await clock.click(page.getByRole('button', { name: 'Save', exact: true }));
  await clock.wait(() => expect.poll(() => accentOf(visitor), { timeout: liveLimit }).toBe('#b91c1c'));
  clock.end();
  // Real screens, on a light page and as wide as a phone.
  await page.getByRole('radio', { name: 'A game' }).check();
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('radio', { name: 'Buying a pass' }).check();
  await expect(preview.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await page.getByRole('radio', { name: 'Light' }).check();
  await page.getByRole('radio', { name: 'Phone' }).check();
  await expect(preview.locator('html')).toHaveCSS('color-scheme', 'light');
  expect(await preview.locator('html').evaluate((root) => root.clientWidth)).toBeLessThanOrEqual(390);
  await saveChange(page, 'Accent', before);
  await expect.poll(() => accentOf(visitor), { timeout: liveLimit }).toBe(shown);
  expect(await isSameDocument(visitor)).toBe(true);
  await visitor.context().close();
});

test('OPS-02 settings and colours of two operators do not conflict, and those of one screen merge or are chosen', async ({
  page,
  browser,
  baseURL,
  touchline,
}) => {
  const colleague = newAddress('editor');
  await touchline.createOwner(colleague, secret);
  await logIn(page, '/console/demo/settings');
  await expect(text(page, 'Name')).not.toHaveValue('');
  const [tagline, clips] = [await text(page, 'Tagline').inputValue(), await number(page, 'Clips').inputValue()];

  const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await theirs.newPage();
  const troubles = new Problems(other);
  troubles.allow(/409 \(Conflict\).*\/console\/api\/channels\/\d+\/(settings|colours)/);
  troubles.allow(/401 .*\/console\/api\//);
  await logIn(other, '/console/demo/colours', colleague, secret);
  await expect(text(other, 'Page text')).not.toHaveValue('');
  const accent = await text(other, 'Accent').inputValue();

  // One in settings, one in colours.
  await saveChange(page, 'Tagline', 'Games by the harbour');
  await saveChange(other, 'Accent', '#b91c1c');
  await expect(other.getByText('Both changes are kept.')).toHaveCount(0);
  await saveChange(other, 'Accent', accent);

  // Both in settings: other fields merge.
  await other.goto('/console/demo/settings');
  await expect(text(other, 'Tagline')).toHaveValue('Games by the harbour');
  await number(page, 'Clips').fill('123');
  await save(page);
  await saveChange(other, 'Tagline', 'Games on the pier');
  await expect(other.getByText('Both changes are kept.')).toBeVisible();
  await expect(number(other, 'Clips')).toHaveValue('123');

  // Both change one field: the second sees both values and chooses.
  await page.reload();
  await expect(text(page, 'Tagline')).toHaveValue('Games on the pier');
  await saveChange(page, 'Tagline', 'Games at sea');
  await text(other, 'Tagline').fill('Games on the beach');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('group', { name: /changed the same field/ })).toBeFocused();
  const clash = other.getByRole('group', { name: 'Tagline: which one?' });
  await expect(clash.getByRole('radio', { name: /^Yours/ })).toBeChecked();
  await check(other);
  await clash.getByRole('radio', { name: /^(By|The other)/ }).check();
  await expect(text(other, 'Tagline')).toHaveValue('Games at sea');

  await number(other, 'Clips').fill(clips);
  await saveChange(other, 'Tagline', tagline);
  await expect(clash).toHaveCount(0);
  expect(troubles.unexpected()).toEqual([]);
  await theirs.close();
});
