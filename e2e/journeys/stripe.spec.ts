// Stripe's own script is not ours to run here: a small stand-in comes from its address, under the policy of the real page.
import { Api } from '../support/api.ts';
import { comeAsBuyer, passNamed, payButton } from '../support/shop.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

const standIn = `
  window.Stripe = (key) => ({
    elements: () => ({
      create: () => ({
        mount: (place) => { place.textContent = 'Fields of ' + key; },
        on: (name, done) => { if (name === 'ready') setTimeout(done); },
        destroy: () => {},
      }),
      update: () => {},
      submit: async () => ({}),
    }),
    createPaymentMethod: async () => ({ error: { message: 'Your card number is incomplete.' } }),
  });
`;

test('PAY-18 T28 the fields of a configured Stripe take the card, under a policy that lets in no other script', async ({
  page,
  request,
  problems,
}) => {
  test.slow();
  // The server cannot reach Stripe: saved cards fail to load, and a new one will do.
  problems.allow(/503 .*\/api\/stripe\/list-cards/);
  const touchline = await Touchline.start({
    STRIPE_SECRET_KEY: 'sk_test_journeys',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
    STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  try {
    const api = new Api(request, touchline);
    const { id } = await passNamed(api, 'Season Pass');
    const asked: string[] = [];
    await page.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: standIn });
    });
    await comeAsBuyer(page, api, `${touchline.origin()}/buy?package_id=${id}`);
    await expect(page.getByText('Fields of pk_test_journeys')).toBeVisible({ timeout: waitLimit(30_000) });
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await payButton(page, '84.99').click();
    await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.');
    expect(asked).toEqual(['https://js.stripe.com/v3']);

    problems.allow(/requires 'TrustedScriptURL' assignment/);
    const foreign = await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.setAttribute('src', 'https://elsewhere.test/x.js');
        return 'let in';
      } catch {
        return 'refused';
      }
    });
    expect(foreign).toBe('refused');
    const testbank = await api.fetch('/testbank/v1/customers');
    expect(testbank.status()).toBe(404);
  } finally {
    await touchline.stop();
  }
});
