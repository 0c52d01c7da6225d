// A server in development may send webhooks to this machine, where a program of the test receives them.
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { newAddress } from '../support/mailbox.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test as base } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

const secret = 'a long walk to kick-off';

const test = base.extend<object, { touchline: Touchline }>({
  touchline: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const touchline = await Touchline.start({ TOUCHLINE_DEVELOPMENT: 'true' });
      await use(touchline);
      await touchline.stop();
    },
    { scope: 'worker', timeout: waitLimit(90_000) },
  ],
});

interface Received {
  readonly signed: string;
  readonly signatures: string;
  readonly body: string;
}

/** As the receiver works it out from the secret. */
function signature(key: string, signed: string): string {
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
}

/** A program that notes what it is sent. */
async function receive(received: Received[]): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers;
      received.push({ signed: `${String(id)}.${String(at)}.${body}`, signatures: String(signatures), body });
      response.writeHead(200).end('thank you');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, address: `http://127.0.0.1:${address.port}/hook` };
}

test('OPS-01 T32 an owner connects a program, tries it and renews its secret; a private address is refused', async ({
  page,
  touchline,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\)/);
  const received: Received[] = [];
  const { server, address } = await receive(received);
  const email = newAddress('webhooks');
  await touchline.createOwner(email, secret);
  await page.goto('/console/demo/webhooks');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Nothing connected')).toBeVisible();

  await page.getByRole('textbox', { name: 'Description' }).fill('Scoreboard');
  await page.getByRole('checkbox', { name: /^Game goes live/ }).check();
  const field = page.getByRole('textbox', { name: 'Address' });
  await field.fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(address);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const shown = page.getByRole('region', { name: 'Copy the secret now' });
  const first = (await shown.getByText(/^whsec_/).textContent()) ?? '';
  expect(await axeViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expect(page.getByText('Nothing sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(/^Answered 200 in \d+ ms$/)).toBeVisible();
  await page.getByRole('button', { name: 'Renew secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew secret' }).click();
  const second = (await shown.getByText(/^whsec_/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(2);
  expect(
    received.map(({ signed, signatures }) => [first, second].map((key) => signatures.includes(signature(key, signed)))),
  ).toEqual([
    [true, false],
    [true, true],
  ]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Details').first().click();
  await expect(page.getByText('thank you').first()).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nothing connected')).toBeVisible();
  server.close();
});
