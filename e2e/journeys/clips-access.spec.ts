import type { Browser, Page } from '@playwright/test';
import { setAccess } from '../support/another-server.ts';
import type { Api } from '../support/api.ts';
import {
  clipVideo,
  game,
  openEditor,
  pastFirstVisit,
  rangeOf,
  save,
  savedClip,
  untilMoving,
  write,
} from '../support/clips.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { cards, comeAsBuyer, payWith, typeCard } from '../support/shop.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import type { Touchline } from '../support/touchline.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

interface Paid {
  readonly page: Page;
  readonly api: Api;
  readonly touchline: Touchline;
  readonly id: number;
}

/**
 * The recorded game costs money for as long as the journey lasts: the others need it free. No player is open while that
 * changes: each segment is authorized anew, and what was allowed under the old rule is refused.
 */
async function whilePaid({ page, api, touchline, id }: Paid, journey: () => Promise<void>): Promise<void> {
  setAccess(touchline, id, 'paid');
  try {
    const accessOf = async () => (await api.game(id)).access_type;
    await expect.poll(accessOf, { timeout: waitLimit(10_000) }).toBe('paid');
    await journey();
    await page.goto('/faq');
  } finally {
    setAccess(touchline, id, 'free');
  }
}

async function fits(page: Page): Promise<void> {
  for (const size of [phone, desktop]) {
    // oxlint-disable-next-line no-await-in-loop
    await page.setViewportSize(size);
    // oxlint-disable-next-line no-await-in-loop
    expect(await horizontalOverflow(page)).toBe(0);
    // oxlint-disable-next-line no-await-in-loop
    expect(await axeViolations(page)).toEqual([]);
  }
}

async function strangersPage(browser: Browser | null, path: string): Promise<Page> {
  if (!browser) throw new Error('there is no browser');
  const page = await (await browser.newContext()).newPage();
  await pastFirstVisit(page);
  await page.goto(path);
  return page;
}

test('T54 CLIP-01 CLIP-05 the editor says how much of a paid game may be shown, and a clip beyond it asks for access', async ({
  page,
  context,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(180_000));
  await pastFirstVisit(page);
  await whilePaid({ page, api, touchline, id: broadcasts.recorded }, async () => {
    await comeAsBuyer(page, api, '/packages');
    await page.getByRole('link', { name: 'Subscribe to Northline Monthly' }).click();
    await payWith(page, cards.good, '9.99');
    await expect(page.getByText('Northline Monthly is yours now.')).toBeVisible();
    await page.goto(`/watch/${broadcasts.recorded}`);

    // It opens with more than a tenth of eighteen seconds, and says what that means before anything is saved.
    const editor = await openEditor(page);
    const beyond = editor.getByText('Only people with access to the game will see this clip.');
    await expect(beyond).toBeVisible();
    await fits(page);
    await write(editor, 'Start', '0:02');
    await write(editor, 'End', '0:03.5');
    const within = editor.getByText(/^Your public clips may show 1\.\d s more of this game\.$/);
    await expect(within).toBeVisible();
    await expect(beyond).toHaveCount(0);
    await fits(page);
    const shown = await save(page, editor, 'Within the share', 'First');
    await untilMoving(page, savedClip);
    await expect(shown.getByText('Only people with access')).toHaveCount(0);
    await shown.getByRole('button', { name: 'Share' }).click();
    const shareLink = page.getByRole('dialog', { name: 'Share this clip' }).getByLabel('Link');
    const open = await shareLink.inputValue();
    await page.keyboard.press('Escape');

    await shown.getByRole('button', { name: 'Cut another' }).click();
    const again = page.getByRole('region', { name: 'Cut a clip' });
    await write(again, 'Start', '0:08');
    await write(again, 'End', '0:11');
    expect(await rangeOf(again)).toEqual({ start: 8, end: 11 });
    await expect(again.getByText(/Your public clips may show 0\.\d s more of it\./)).toBeVisible();
    const kept = await save(page, again, 'Beyond the share', 'Second');
    await untilMoving(page, savedClip);
    await expect(kept.getByText('Only people with access to the game can watch this clip.')).toBeVisible();
    await fits(page);
    await kept.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByLabel('Embed code')).toHaveCount(0);
    const closed = await shareLink.inputValue();

    // A stranger sees the one, and is told what opens the other.
    const stranger = await strangersPage(context.browser(), open);
    await untilMoving(stranger, clipVideo);
    await stranger.goto(closed);
    await expect(stranger.getByRole('heading', { level: 1, name: 'Beyond the share' })).toBeVisible();
    await expect(stranger.getByText('This clip is for people with access to the game')).toBeVisible();
    await expect(stranger.locator(clipVideo)).toHaveCount(0);
    await fits(stranger);
    await stranger.getByRole('link', { name: 'Watch the full game' }).click();
    await expect(stranger).toHaveURL(`${touchline.origin()}/watch/${broadcasts.recorded}`);
    await stranger.context().close();
  });
});

test('T54 PAY-08 a trial is told that it makes no public clips of paid games', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  await pastFirstVisit(page);
  await whilePaid({ page, api, touchline, id: broadcasts.recorded }, async () => {
    await comeAsBuyer(page, api, '/packages');
    await page.getByRole('link', { name: 'Try 7 days for free: Northline Monthly' }).click();
    // A card has one trial at a channel, and the other journey of a trial takes the good one.
    await typeCard(page, cards.mastercard);
    await page.getByRole('button', { name: 'Start the 7-day trial' }).click();
    await expect(page.getByText('Northline Monthly is yours now.')).toBeVisible();
    await page.goto(`/watch/${broadcasts.recorded}`);
    await untilMoving(page, game);
    const editor = await openEditor(page);
    await expect(editor.getByText(/During a free trial, clips of paid games cannot be public\./)).toBeVisible();
    const saved = await save(page, editor, 'Tried', 'Trial');
    await untilMoving(page, savedClip);
    await expect(saved.getByText('Only people with access to the game can watch this clip.')).toBeVisible();
  });
});
