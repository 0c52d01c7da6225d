import { beforeEach, describe, expect, test } from 'vitest';
import { buy, fetchPasses, fetchPortal, removeCard, startTrial, unsubscribe } from '../src/index.ts';
import { connect, FakeServer, ok } from './fake-server.ts';

const PAYMENT = { payment_method: 'pm_1', idempotency_key: 'once' };
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

describe('the shop', () => {
  test('PAY-03 asks for both lists of what is sold', async () => {
    server.on('packages', () => ok([{ id: 1 }]));
    server.on('subscriptions', () => ok([{ id: 2 }]));
    const passes = await fetchPasses(connect(server).connection);
    expect(passes).toEqual({ packages: [{ id: 1 }], subscriptions: [{ id: 2 }] });
  });

  test('PAY-04 a single item is bought by itself, with its key and no price', async () => {
    server.on('stripe/buy', () => ok({ order: { id: 5 } }));
    await buy(connect(server).connection, [{ type: 'package', package_id: 1 }], PAYMENT);
    expect(server.received.at(-1)).toMatchObject({ method: 'POST' });
    expect(server.received.at(-1)?.body).toEqual({ type: 'package', package_id: 1, ...PAYMENT, api_key: 'key-1' });
  });

  test('PAY-05 several things are one bundle', async () => {
    server.on('stripe/buy_bundle', () => ok({ order: { id: 5 } }));
    const items = [
      { type: 'package' as const, package_id: 1 },
      { type: 'addon' as const, package_id: 9 },
    ];
    await buy(connect(server).connection, items, PAYMENT);
    expect(server.received.at(-1)?.body).toEqual({ items, ...PAYMENT, api_key: 'key-1' });
  });

  test('PAY-08 PAY-10 a trial is started, a renewal ended and taken up again', async () => {
    server.on('stripe/subscription/start_trial', () => ok({ order: { id: 5 } }));
    server.on('stripe/unsubscribe', () => ok({ order: { id: 5 } }));
    const { connection } = connect(server);
    await startTrial(connection, 2, PAYMENT);
    expect(server.received.at(-1)).toMatchObject({ body: { subscription_id: 2, ...PAYMENT } });
    expect(await unsubscribe(connection, 5, true)).toEqual({ id: 5 });
    expect(server.received.at(-1)).toMatchObject({ body: { order_id: 5, undo: true } });
  });

  test('PAY-07 PAY-11 a card is removed, and the portal leads back', async () => {
    server.on('stripe/cards/pm_1', () => ok({}));
    server.on('stripe/customer-portal', () => ok({ url: 'https://bank.test/portal' }));
    const { connection } = connect(server);
    await removeCard(connection, 'pm_1');
    expect(server.received.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/stripe/cards/pm_1' });
    expect(await fetchPortal(connection, '/profile/edit')).toBe('https://bank.test/portal');
    expect(server.received.at(-1)).toMatchObject({ query: { return: '/profile/edit' } });
  });
});
