import type { Page } from '@playwright/test';
import { accountButton, fillLogin } from '../support/member.ts';
import { newAddress } from '../support/mailbox.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { cards, passNamed, payButton, summary, typeCard } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true });

async function fits(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
}

test('UI-19 ROUTE-08 ROUTE-16 ROUTE-17 ROUTE-18 the shop is used on a phone with one thumb', async ({ page, api }) => {
  const email = newAddress('phone');
  await api.register(email, newPassword);
  const season = await passNamed(api, 'Season Pass');
  await page.goto(`/login?return=/select-package/${season.id}`);
  await fillLogin(page, email, newPassword);
  await expect(summary(page)).toContainText('TotalUSD $84.99');
  // The notice stands in the page, above everything else: the way on is free whether or not it is answered.
  const notice = page.getByRole('region', { name: 'Cookies' });
  const on = page.getByRole('link', { name: 'Continue to checkout' });
  await expect(notice).toBeInViewport();
  await expect(on).toBeInViewport({ ratio: 1 });
  const [way, above] = [await on.boundingBox(), await notice.boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(way?.y ?? 0);
  await notice.getByRole('button', { name: 'Decline' }).tap();
  await expect(accountButton(page, email)).toBeVisible();
  // The way on is where the thumb is, however long the choice.
  await expect(on).toBeInViewport({ ratio: 1 });
  await fits(page);
  const boxes = page.getByRole('group', { name: 'Choose your sports' }).getByRole('checkbox');
  const count = await boxes.count();
  for (let place = 1; place < count; place += 1) await boxes.nth(place).uncheck();
  await expect(summary(page)).toContainText('TotalUSD $10.63');
  await on.tap();

  await typeCard(page, cards.good);
  await expect(payButton(page, '10.63')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Card number')).toHaveAttribute('inputmode', 'numeric');
  await fits(page);
  await payButton(page, '10.63').tap();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeInViewport();
  await fits(page);

  for (const path of ['/profile', '/profile?tab=transactions', '/profile/edit', '/packages']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(path === '/profile/edit' ? 'Saved cards' : 'Season Pass');
    await fits(page);
  }
});
