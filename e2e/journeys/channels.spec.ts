import type { Schemas } from '../support/api.ts';
import { cards, rail } from '../support/cards.ts';
import { withSeveralLanguages } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

function idsOf({ live, upcoming, finished }: Schemas['HomeEvents']): number[] {
  return [...live, ...upcoming, ...finished].map(({ id }) => id);
}

test('UI-13 the second channel speaks French and is light', async ({ page, touchline }) => {
  await page.goto(touchline.origin('demo2'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(rail(page, 'En direct')).toBeVisible();
  await expect(page.getByText('Live now')).toHaveCount(0);
  const [scheme, background] = await page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    return [colorScheme, backgroundColor];
  });
  expect(scheme).toBe('light');
  const levels = background.match(/\d+/g)?.map(Number) ?? [];
  expect(Math.min(...levels.slice(0, 3))).toBeGreaterThan(200);
});

test('UI-13 a channel of several languages has a switch, and the choice is remembered', async ({ page }) => {
  await withSeveralLanguages(page);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Български' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  await expect(page.getByText('Live now')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox')).toHaveValue('bg');
  await expect(page.getByText('Live now')).toHaveCount(0);
});

test('UI-13 a channel of one language has no switch', async ({ page, touchline }) => {
  for (const channel of ['demo', 'demo2']) {
    await page.goto(touchline.origin(channel));
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole('combobox')).toHaveCount(0);
  }
});

test('the channels share neither games nor stored keys', async ({ page, touchline, api }) => {
  const [own, foreign] = [idsOf(await api.homeEvents()), idsOf(await api.of('demo2').homeEvents())];
  expect(own.filter((id) => foreign.includes(id))).toEqual([]);

  await page.goto(touchline.origin('demo'));
  await expect(cards(page)).toHaveCount(own.length);
  const ownKey = await page.evaluate(() => localStorage.getItem('rudy_channel_key'));
  await page.goto(touchline.origin('demo2'));
  await expect(cards(page)).toHaveCount(foreign.length);
  expect(await page.evaluate(() => localStorage.getItem('rudy_channel_key'))).not.toBe(ownKey);
});

test('ROUTE-26 a game of another channel is not found', async ({ page, touchline, api, problems }) => {
  problems.allow(/404/);
  const { finished } = await api.homeEvents();
  await page.goto(`${touchline.origin('demo2')}/watch/${finished[0]?.id}`);
  await expect(page).toHaveURL(`${touchline.origin('demo2')}/404`);
});
