import type { Page } from '@playwright/test';
import { callsBeforePaint, watchPaint } from '../support/paint.ts';
import { anonymousProfile } from '../support/problems.ts';
import { withoutBootData } from '../support/document.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';
import { Wire } from '../support/wire.ts';

const formCall = /\/api\/custom-forms\/contacts(\?|$)/;
const failure = { message: 'the service is away for a moment', code: 'unavailable', errors: {} };
const notSent = 'The form was not sent. What you wrote is still here. Please try again in a moment.';
const required = 'Field is required';
const wrongEmail = 'A valid email address is required';
const wrongLength = 'Field length must be greater than 9, and must be less than 2001';
const message = 'The picture of the Wolves game stood still for a minute.';

const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

/** What is said about a field, as a screen reader would say it. */
async function expectProblem(page: Page, label: string, problem: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(label, { exact: true });
  if (problem === '') await expect(field).toHaveAttribute('aria-invalid', 'false');
  else await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(problem);
}

async function fillIn(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Your name').fill('Robin Reader');
  await main.getByLabel('Email', { exact: true }).fill('robin@reader.example');
  await main.getByLabel('What is it about?').selectOption('Trouble watching a game');
  await main.getByLabel('Message').fill(message);
  await main.getByLabel('Send me the week').check();
}

async function expectFilledIn(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByLabel('Your name')).toHaveValue('Robin Reader');
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue('robin@reader.example');
  await expect(main.getByLabel('What is it about?')).toHaveValue('watching');
  await expect(main.getByLabel('Message')).toHaveValue(message);
  await expect(main.getByLabel('Send me the week')).toBeChecked();
}

test('ROUTE-10 FORM-01 a form that is filled in wrongly says what is wrong, and the first mistake has the focus', async ({
  page,
}) => {
  const wire = new Wire(page);
  await page.goto('/contacts');
  await send(page).click();
  for (const label of ['Your name', 'Email', 'What is it about?', 'Message']) {
    await expectProblem(page, label, required);
  }
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Robin Reader');
  await expectProblem(page, 'Your name', '');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill('robin@reader');
  await page.getByLabel('Message').fill('Too short');
  await send(page).click();
  await expectProblem(page, 'Email', wrongEmail);
  await expectProblem(page, 'What is it about?', required);
  await expectProblem(page, 'Message', wrongLength);
  await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  expect(wire.requestsOf('custom-forms/contacts').filter((request) => request.method() === 'POST')).toEqual([]);
});

test('FORM-01 the server says the same of a wrong form, and the screen shows it', async ({ page, api, problems }) => {
  problems.allow(/400/);
  const wrong = [
    { name: 'name', value: '' },
    { name: 'email', value: 'robin@reader' },
    { name: 'topic', value: 'watching' },
    { name: 'message', value: 'Too short' },
  ];
  const answer = await api.sendForm('contacts', wrong);
  expect(answer.status()).toBe(400);
  const body = await answer.json();
  expect(body.errors).toEqual({ name: [required], email: [wrongEmail], message: [wrongLength] });

  await page.goto('/contacts');
  await fillIn(page);
  await page.route(formCall, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: body }) : route.fallback(),
  );
  await send(page).click();
  await expectProblem(page, 'Your name', required);
  await expectProblem(page, 'Message', wrongLength);
  await expect(page.getByLabel('Your name')).toBeFocused();
});

test('FORM-01 a form that does not arrive keeps what was typed, and arrives the next time', async ({
  page,
  problems,
}) => {
  problems.allow(/503|ERR_FAILED/);
  await page.goto('/contacts');
  await fillIn(page);
  await page.route(formCall, (route) => route.fulfill({ status: 503, json: failure }));
  await send(page).click();
  await expect(page.getByRole('alert').getByText(notSent)).toBeVisible();
  await expectFilledIn(page);
  await page.unroute(formCall);
  await page.route(formCall, (route) => route.abort());
  await send(page).click();
  await expect(page.getByRole('alert').getByText(notSent)).toBeVisible();
  await expectFilledIn(page);
  await page.unroute(formCall);

  await send(page).click();
  const thanks = page.getByRole('status').filter({ hasText: 'Thank you. Your message is with us' });
  await expect(thanks).toBeVisible();
  await expect(thanks).toBeFocused();
  await thanks.getByRole('button', { name: 'Send another message' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
});

test('ROUTE-10 FORM-01 a channel without the form still says how to reach it', async ({ page, problems }) => {
  problems.allow(/404/);
  await page.route(formCall, (route) =>
    route.fulfill({ status: 404, json: { message: 'there is no such form', code: 'not_found', errors: {} } }),
  );
  await page.goto('/contacts');
  await expect(page.getByRole('link', { name: 'hello@northline.example' })).toBeVisible();
  await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('main').locator('form')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('ROUTE-11 NAV-07 a link to one answer opens it, and scrolls to it after a second', async ({ page, api }) => {
  const { faq } = await api.bootstrap();
  const last = faq.at(-1);
  if (last === undefined) throw new Error('the demo has no questions');
  await page.goto(`/faq#q-${last.id}`);
  const entry = page.locator(`#q-${last.id}`);
  await expect(entry).toHaveAttribute('open');
  await expect(entry.locator('summary')).toHaveText(last.question);
  await expect(entry.locator('summary')).toBeInViewport();
  await expect(page.locator('details[open]')).toHaveCount(1);
});

test('ROUTE-11 answers are found by their words', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('searchbox', { name: 'Search the answers' }).fill('Postponed');
  await expect(page.locator('summary')).toHaveText(['What happens if a game is postponed?']);
  await page.locator('summary').click();
  await expect(page.getByText('It moves to its new date in the schedule')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the answers' }).fill('zebra');
  await expect(page.getByRole('main').getByText('Nothing found').last()).toBeVisible();
});

test('ROUTE-12 ROUTE-25 ROUTE-27 every page of the channel opens from the footer and by its address', async ({
  page,
  api,
  touchline,
}) => {
  for (const channel of ['demo', 'demo2']) {
    const { pages } = await api.of(channel).bootstrap();
    const paths = pages.map(({ url }) => url);
    expect(paths).toEqual(expect.arrayContaining(['/about', '/privacy_policy', '/terms_conditions']));
    await page.goto(touchline.origin(channel));
    for (const { name, url } of pages) {
      await page.getByRole('contentinfo').locator(`a[href="${url}"]`).click();
      await expect(page).toHaveURL(touchline.origin(channel) + url);
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      await expect(page.getByRole('main').locator('p').first()).toBeVisible();
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${name}`));
    }
  }
});

test('BOOT-14 ROUTE-27 a page of the channel is painted from what it carries, before any call', async ({
  page,
  api,
  problems,
}) => {
  const { pages } = await api.bootstrap();
  const wire = new Wire(page);
  await watchPaint(page);
  for (const { name, url } of pages) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('article').locator('p').first()).toBeVisible();
    expect(await callsBeforePaint(page), url).toEqual([]);
  }
  expect(wire.requestsOf('pages')).toEqual([]);
  expect(wire.lines.filter((line) => line.startsWith('> pages/'))).toEqual([]);

  problems.allow(anonymousProfile);
  await withoutBootData(page);
  for (const { name, url } of pages) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('article').locator('p').first()).toBeVisible();
  }
});

test('UI-15 static blocks stand at their places, and their links stay in the app', async ({ page, api, touchline }) => {
  const screens = { home: '/', games: '/upcoming', vod: '/vod_library', contacts: '/contacts', footer: '/faq' };
  for (const channel of ['demo', 'demo2']) {
    const { settings } = await api.of(channel).bootstrap();
    expect(settings.static_blocks.length).toBeGreaterThan(0);
    for (const { place, content } of settings.static_blocks) {
      const path = Object.entries(screens).find(([name]) => name === place)?.[1];
      if (path === undefined) throw new Error(`no screen has a place ${place}`);
      await page.goto(touchline.origin(channel) + path);
      const where = place === 'footer' ? page.getByRole('contentinfo') : page.getByRole('main');
      const words = content.split(/<[^>]*>/).map((text) => text.replaceAll('&nbsp;', ' ').trim());
      for (const text of words) await expect(where, `${channel} ${place}`).toContainText(text);
    }
  }

  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('main').getByRole('link', { name: 'See what a pass adds' }).click();
  await expect(page).toHaveURL('/tickets');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
