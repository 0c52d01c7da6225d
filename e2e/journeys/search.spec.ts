import { axeViolations } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

test('EVT-03 UI-19 the search finds a team in spite of a typing error, by keyboard alone', async ({ page, api }) => {
  const team = (await api.participants()).find(({ alias }) => alias === 'thornbury-lake-ice-hockey-men');
  if (team === undefined) throw new Error('the demo has no such team');
  await page.goto('/faq');
  const field = page.getByRole('combobox', { name: 'Search the channel' });
  // A key pressed before the page listens is pressed again.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: waitLimit(2_000) });
  }).toPass();
  await page.keyboard.type('thornbry');
  const teams = page.getByRole('group', { name: 'Teams' });
  await expect(teams.getByRole('option').first()).toContainText(team.name);
  await expect(page.getByRole('group', { name: 'Schools' }).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Games' }).getByRole('option').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.keyboard.press('ArrowDown');
  await expect(teams.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/?team=${team.alias}`);
  await expect(page.getByRole('heading', { level: 1, name: team.name })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('EVT-03 all games for the words are one Enter away', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Search the channel' });
  await field.fill('quilmont');
  await expect(page.getByRole('option', { name: 'See all games for “quilmont”' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/schedule?search=quilmont');
  await expect(page.locator('[data-game]').first()).toBeVisible();
});

test('VOD-02 UI-03 videos are found too; an empty result says so; Escape closes and gives the focus back', async ({
  page,
}) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Search' });
  await opener.click();
  const field = page.getByRole('combobox', { name: 'Search the channel' });
  await field.fill('footwrk');
  const video = page.getByRole('group', { name: 'Videos' }).getByRole('option');
  await expect(video).toContainText('Footwork Comes First');
  await field.fill('zzzzzz');
  await expect(page.getByText('Nothing found for “zzzzzz”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});
