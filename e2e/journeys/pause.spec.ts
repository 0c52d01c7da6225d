// What members of a paused channel reach.
import { Api } from '../support/api.ts';
import { fillLogin, logOut, password } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { cards, comeAsBuyer, passNamed, payWith } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

test('OPS-02 PAY-10 T24 a member of a paused channel cancels the renewal, and nothing else opens', async ({
  browser,
  request,
}) => {
  const server = await Touchline.start();
  const api = new Api(request, server);
  const context = await browser.newContext({ baseURL: server.origin(), viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    await server.makeAdministrator('owner@demo.test');
    const { id, price } = await passNamed(api, 'Northline Monthly');
    const buyer = await comeAsBuyer(page, api, `/buy?subscription_id=${id}`);
    await payWith(page, cards.good, price);
    await expect(page.getByText('Northline Monthly is yours now.')).toBeVisible();
    await logOut(page, buyer.email);

    const desk = await (await browser.newContext({ baseURL: server.origin() })).newPage();
    await desk.goto('/console/channels');
    await desk.getByLabel('Email').fill('owner@demo.test');
    await desk.getByLabel('Password', { exact: true }).fill(password);
    await desk.getByRole('button', { name: 'Log in', exact: true }).click();
    await desk.getByRole('button', { name: 'Pause Northline' }).first().click();
    const sheet = desk.getByRole('dialog');
    await expect(sheet).toContainText(/\d+ subscriptions? go(es)? on renewing/u);
    expect(await axeViolations(desk)).toEqual([]);
    await sheet.getByRole('button', { name: /^Pause Northline/u }).click();
    await expect(sheet).toBeHidden();

    expect((await page.goto('/watch/1'))?.status()).toBe(503);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Your account' }).press('Enter');
    await fillLogin(page, buyer.email, newPassword);
    await expect(page).toHaveURL(/\/profile$/u);
    const order = page.getByRole('article').filter({ hasText: 'Northline Monthly' });
    await order.getByRole('button', { name: 'Cancel auto-renewal of Northline Monthly' }).click();
    await order.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(order).toContainText('Auto-renewal: Cancelled');
    await expect(page.getByText(/is paused: nothing is shown or sold/u)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await expect(page.getByRole('button', { name: /Delete/u }).first()).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contacts' }).click();
    await expect(page).toHaveURL(/\/contacts$/u);
    expect((await api.orders(buyer.key))[0]?.auto_renewal).toBe('cancelled');

    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'We’ll be back' })).toBeVisible();
    for (const closed of ['/schedule', '/packages', '/registration', `/buy?subscription_id=${id}`]) {
      expect((await page.goto(closed))?.status(), closed).toBe(503);
    }
    expect((await page.request.get('/api/events')).status()).toBe(503);
    await page.goto('/profile');
    await logOut(page, buyer.email);
    await desk.context().close();
  } finally {
    await context.close();
    await server.stop();
  }
});
