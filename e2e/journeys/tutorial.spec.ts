import { cards } from '../support/cards.ts';
import { accountButton, logIn, season } from '../support/member.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const steps = ['Keep what you love', 'Teams and schools too', 'Find them again'];

test('UI-04 the tour of favourites is shown once, beside a heart, after the cookie notice is answered', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await expect(cards(page).first()).toBeVisible();
  await page.clock.runFor(3_000);
  const tour = page.getByRole('dialog', { name: steps[0] ?? '' });
  await expect(tour).toHaveCount(0);
  await page.getByRole('button', { name: 'Decline' }).click();
  await cards(page).first().scrollIntoViewIfNeeded();
  await page.clock.runFor(1_500);
  for (const [index, title] of steps.entries()) {
    const step = page.getByRole('dialog', { name: title });
    await expect(step).toBeVisible();
    await expect(step).toContainText(`${index + 1} of ${steps.length}`);
    if (index === 0) expect(await axeViolations(page)).toEqual([]);
    await step.getByRole('button', { name: index === steps.length - 1 ? 'Got it' : 'Next' }).click();
  }
  await expect(page.locator('.coach-mark')).toHaveCount(0);

  await page.reload();
  await cards(page).first().scrollIntoViewIfNeeded();
  await page.clock.runFor(5_000);
  await expect(page.locator('.coach-mark')).toHaveCount(0);
});

test('UI-04 the tour can be skipped by Escape, and shown again from the account', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Decline' }).click();
  await cards(page).first().scrollIntoViewIfNeeded();
  const tour = page.getByRole('dialog', { name: steps[0] ?? '' });
  await expect(tour).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.coach-mark')).toHaveCount(0);

  await page.goto('/faq');
  await logIn(page, season);
  await accountButton(page, season).click();
  await page.getByRole('button', { name: 'Show the tour again' }).click();
  await expect(tour).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused();
  await tour.getByRole('button', { name: 'Skip' }).click();
  await expect(page.locator('.coach-mark')).toHaveCount(0);
});

test('UI-04 UI-19 on a phone the tour leaves the tabs within reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/live');
  await page.getByRole('button', { name: 'Decline' }).click();
  const tour = page.getByRole('dialog', { name: steps[0] ?? '' });
  await expect(tour).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Quick links' });
  const [mark, bar] = [await tour.boundingBox(), await tabs.boundingBox()];
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await tabs.getByRole('link', { name: 'Schedule' }).click();
  await expect(page).toHaveURL('/schedule');
});
