import { clipButton, game, openEditor, pastFirstVisit, save, savedClip, untilMoving } from '../support/clips.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { cards, comeAsBuyer, ordersOf, payWith } from '../support/shop.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

test('CLIP-01 PLAY-03 PAY-04 a member without clipping reads which pass includes it, buys it, and cuts a clip', async ({
  page,
  api,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  await pastFirstVisit(page);
  const buyer = await comeAsBuyer(page, api, `/watch/${broadcasts.recorded}`);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await untilMoving(page, game);
  await clipButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'You need a pass to cut clips' });
  const monthly = sheet.getByRole('listitem').filter({ hasText: 'Northline Monthly' });
  await expect(monthly).toContainText('USD $9.99 / month');
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sheet.getByRole('link', { name: 'See passes' })).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await monthly.getByRole('link', { name: 'Get Northline Monthly' }).click();
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${broadcasts.recorded}`);
  const editor = await openEditor(page);
  await save(page, editor, 'Bought and cut', 'First');
  await untilMoving(page, savedClip);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await ordersOf(api, buyer)).toEqual(['Northline Monthly: paid']);

  await page.goto('/profile?tab=clips');
  await expect(page.getByText('1 of 50 clips · 0 downloads')).toBeVisible();
});
