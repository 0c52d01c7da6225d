import type { Page } from '@playwright/test';
import { check, logIn, openVisitor, save, secret, text, violations } from '../support/console-form.ts';
import { newAddress } from '../support/mailbox.ts';
import { OperatorClock } from '../support/operator-clock.ts';
import { Problems } from '../support/problems.ts';
import { expect, test } from '../support/test.ts';

/** Goes to a kind of content by the navigation. */
const presence = (whose: Page) => whose.getByText(/ has this open too\.$/);

async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

const entries = (page: Page, list = 'FAQ') => page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
/** The saved change is on the visitor's page, after a reload at the latest. */
async function expectOnPage(viewer: Page, isThere: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await viewer.reload();
    await isThere();
  }).toPass();
}

/** Makes an entry of the FAQ, and leaves its form open. */
async function addEntry(page: Page, question: string, answer: string): Promise<void> {
  await openList(page, 'FAQ');
  await page.getByRole('link', { name: 'New question' }).first().click();
  await text(page, 'Question').fill(question);
  await text(page, 'Answer').fill(answer);
  await save(page);
  await expect(page).toHaveURL(/\/console\/demo\/site\/faq\/\d+$/);
}

async function removeEntry(page: Page, question: string): Promise<void> {
  await openList(page, 'FAQ');
  await page.getByRole('button', { name: `Remove ${question}` }).click();
  await expect(entries(page).filter({ hasText: question })).toHaveCount(0);
}

test('OPS-02 an editor adds a question in two languages, puts it first, removes it and takes that back', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/console\/api\/channels\/\d+\/faq/);
  const question = 'Can I watch from a boat?';
  await logIn(page, '/console/demo/settings');
  const viewer = await openVisitor(browser, baseURL, '/faq');
  await expect(viewer.locator('summary').first()).toBeVisible();
  await expect(viewer.getByText(question)).toHaveCount(0);

  await openList(page, 'FAQ');
  await expect(entries(page).nth(2)).toBeVisible();
  const before = await entries(page).count();
  await check(page);
  await page.getByRole('link', { name: 'New question' }).first().click();
  await expect(page).toHaveURL(/\/console\/demo\/site\/faq\/new$/);
  await check(page);

  // The server refuses an entry without a question, and the error list leads to the field.
  await text(page, 'Answer').fill('Wherever there is a line.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const wrong = page.getByRole('group', { name: 'Not saved yet' });
  await expect(wrong).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await wrong.getByRole('button', { name: /^Question/ }).click();
  await expect(text(page, 'Question')).toBeFocused();

  // A reload keeps the draft.
  await page.reload();
  await expect(page.getByText('Changes that you had not saved are here again')).toBeVisible();
  await expect(text(page, 'Answer')).toContainText('Wherever there is a line.');
  await text(page, 'Question').fill(question);
  await page.getByRole('tab', { name: 'Français' }).click();
  await text(page, 'Question').fill('Peut-on regarder sur un bateau ?');
  await text(page, 'Answer').fill('Partout où il y a du réseau.');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/demo\/site\/faq\/\d+$/);
  await page.reload();
  await page.getByRole('tab', { name: 'Français' }).click();
  await expect(text(page, 'Question')).toHaveValue('Peut-on regarder sur un bateau ?');
  await page.goBack();

  await expect(entries(page)).toHaveCount(before + 1);
  await expect(entries(page).last()).toContainText(question);
  await page.getByRole('button', { name: `Move to… ${question}` }).click();
  const sheet = page.getByRole('dialog', { name: `Move ${question}` });
  await sheet.getByLabel('New place').selectOption({ index: 0 });
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(entries(page).first()).toContainText(question);
  await expectOnPage(viewer, () => expect(viewer.locator('summary').first()).toHaveText(question));

  // The keyboard moves the entry down and up again, and keeps the focus on it.
  const link = page.getByRole('link', { name: question });
  await link.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(entries(page).nth(1)).toContainText(question);
  await expect(link).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(entries(page).first()).toContainText(question);

  await page.getByRole('searchbox', { name: 'Find' }).fill('boat');
  await expect(page).toHaveURL(/find=boat/);
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await expect(entries(page)).toHaveCount(before + 1);

  await page.getByRole('button', { name: `Remove ${question}` }).click();
  await expect(entries(page)).toHaveCount(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entries(page).first()).toContainText(question);
  await expectOnPage(viewer, () => expect(viewer.locator('summary').first()).toHaveText(question));
  await removeEntry(page, question);
  await expect(entries(page)).toHaveCount(before);
  await expectOnPage(viewer, () => expect(viewer.getByText(question)).toHaveCount(0));
  await viewer.context().close();
});

test('OPS-02 an editor changes a page, sees it on the site and brings the earlier version back', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, '/console/demo/settings');
  const viewer = await openVisitor(browser, baseURL, '/about');
  const article = viewer.getByRole('article');
  await expect(article).toContainText('What you can watch');

  await openList(page, 'Pages');
  await check(page);
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await text(page, 'Text').fill('We have moved to a new rink.');
  await save(page);
  await expectOnPage(viewer, () => expect(article).toContainText('We have moved to a new rink.'));
  await expect(article).not.toContainText('What you can watch');

  const clock = new OperatorClock('6, an earlier version of a page', 15);
  await clock.click(page.getByText('Earlier versions'));
  const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
  await expect(versions.first()).toContainText('Current');
  await clock.click(versions.nth(1).getByRole('link', { name: /^Compare/ }));
  await expect(page).toHaveURL(/version=\d+/);
  const changes = page.getByRole('region', { name: /^Changes since/ });
  await expect(changes.locator('ins').filter({ hasText: 'moved to a new rink' }).first()).toBeVisible();
  await expect(changes.locator('del').first()).toBeVisible();
  await check(page);
  await clock.click(changes.getByRole('button', { name: /^Restore the version of/ }));
  await clock.wait(() => expect(page.getByText(/^The version of .* is current again\./)).toBeVisible());
  clock.end();
  await expect(text(page, 'Text')).toContainText('What you can watch');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expectOnPage(viewer, () => expect(article).toContainText('What you can watch'));
  await expect(article).not.toContainText('new rink');
  await viewer.context().close();
});

test('OPS-02 two operators edit one question, and the second keeps both changes', async ({
  page,
  browser,
  baseURL,
  touchline,
}) => {
  const question = 'Who holds the camera?';
  const colleague = newAddress('editor');
  await touchline.createOwner(colleague, secret);
  await logIn(page, '/console/demo/settings');
  await addEntry(page, question, 'Students of the school.');
  const { pathname } = new URL(page.url());

  const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await theirs.newPage();
  const troubles = new Problems(other);
  troubles.allow(/409 \(Conflict\).*\/console\/api\/channels\/\d+\/faq/);
  troubles.allow(/401 .*\/console\/api\//);
  await logIn(other, pathname, colleague, secret);
  await expect(text(other, 'Question')).toHaveValue(question);

  // Each sees that the other is there, and when they typed.
  await expect(presence(page)).toBeVisible();
  await expect(presence(other)).toBeVisible();
  await text(page, 'Question').pressSequentially('!');
  await expect(other.getByText(/, edited now has this open too\.$/)).toBeVisible({ timeout: 15_000 });
  expect(await violations(other)).toEqual([]);
  await text(page, 'Question').fill(question);

  // Each operator changes another field.
  await text(page, 'Question').fill('Who films the games?');
  await save(page);
  await text(other, 'Answer').fill('Students of the host school.');
  await save(other);
  await expect(other.getByText('Both changes are kept.')).toBeVisible();
  await expect(text(other, 'Question')).toHaveValue('Who films the games?');
  expect(await violations(other)).toEqual([]);
  await page.reload();
  await expect(text(page, 'Question')).toHaveValue('Who films the games?');
  await expect(text(page, 'Answer')).toContainText('Students of the host school.');

  // Both operators change one field: the second sees both texts and chooses.
  await text(page, 'Question').fill('Who films?');
  await save(page);
  await text(other, 'Question').fill('Who films our games?');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('group', { name: /changed the same field/ })).toBeFocused();
  const clock = new OperatorClock('5, both changes after a conflict', 20);
  const clash = other.getByRole('group', { name: 'Question (English): which one?' });
  await expect(clash.getByRole('radio', { name: /^Yours/ })).toBeChecked();
  await expect(clash).toContainText('Who films');
  await check(other);
  await clock.click(clash.getByRole('radio', { name: /^(By|The other)/ }));
  await expect(text(other, 'Question')).toHaveValue('Who films?');
  await clock.click(clash.getByRole('radio', { name: /^Yours/ }));
  await expect(text(other, 'Question')).toHaveValue('Who films our games?');
  await clock.click(other.getByRole('button', { name: 'Save', exact: true }));
  await clock.wait(() => expect(clash).toHaveCount(0));
  clock.end();

  // One operator removes the question while the other edits it; the other restores it with the edit.
  await removeEntry(page, 'Who films our games?');
  await text(other, 'Answer').fill('Students, and they are paid.');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('button', { name: 'Bring it back and save' }).click();
  await expect(other.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  const back = entries(page).filter({ hasText: 'Who films our games?' });
  await expect(back).toContainText('Students, and they are paid.');
  await removeEntry(page, 'Who films our games?');
  expect(troubles.unexpected()).toEqual([]);
  await theirs.close();
});
