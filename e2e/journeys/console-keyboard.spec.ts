import { logIn } from '../support/console-form.ts';
import { horizontalOverflow, axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('UI-19 OPS-01 an owner opens, edits and makes entries by keys alone, switches them off, and changes the channel', async ({
  page,
}) => {
  await logIn(page, '/console/demo/site/faq');
  const rows = page.getByRole('list', { name: 'FAQ', exact: true }).getByRole('listitem');
  await expect(rows.nth(2)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await expect(page).toHaveURL(/#row-\d+$/);
  const address = page.url();
  await page.goto('/console/demo/site/pages');
  await page.goto(address);
  await expect(rows.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/demo\/site\/faq\/\d+/);
  await page.goBack();
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('jn');
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveValue('jn');
  await page.goto('/console/demo/site/faq');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/console\/demo\/site\/faq\/new$/);

  await page.goto('/console/demo/orders?sort=price');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  const channels = page.getByRole('dialog', { name: 'Choose the channel' });
  await expect(channels.getByRole('listbox')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/demo2\/orders/);

  await page.goto('/console/me');
  const single = page.getByRole('checkbox', { name: 'Use single letters as shortcuts' });
  await single.focus();
  await page.keyboard.press('Space');
  await expect(single).not.toBeChecked();
  await page.reload();
  await expect(single).not.toBeChecked();
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keyboard', exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await horizontalOverflow(page)).toBe(0);
});
