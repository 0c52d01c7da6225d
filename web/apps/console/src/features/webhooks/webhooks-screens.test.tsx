import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session, WebhookDelivery, WebhookItem } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answers, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: ['manage_integrations'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: ['edit_site'] },
  ],
};
const BOARD: WebhookItem = {
  id: 7,
  version: 3,
  url: 'https://board.example/hook',
  description: 'Scoreboard',
  events: ['game.live', 'game.ended'],
  is_on: true,
  off_reason: null,
  off_at: null,
  failing_since: null,
  skipped: 0,
  old_secret_until: null,
  created_at: 1_800_000_000,
};
const SENT: WebhookDelivery = {
  id: 41,
  message_id: 'msg_1800000000000_41',
  type: 'game.live',
  state: 'delivered',
  attempts: 1,
  created_at: 1_800_000_000,
  next_at: null,
  tried_at: 1_800_000_001,
  status: 204,
  problem: null,
  duration_ms: 83,
  payload: '{"type":"game.live","data":{"game_id":5}}',
  response: null,
};
const WAITING: WebhookDelivery = {
  ...SENT,
  id: 42,
  state: 'waiting',
  attempts: 2,
  next_at: 1_800_000_300,
  status: 500,
  problem: 'status',
  response: '<b>no room</b>',
};

const page = (data: WebhookDelivery[]) =>
  Response.json({ data, meta: { limit: 50, next: null, time_zone: 'America/Toronto' } });
const withWebhooks = (webhooks: () => WebhookItem[], more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/webhooks': () => ok(webhooks()),
  'GET channels/1/webhooks/7': () => ok(webhooks()[0]),
  'GET channels/1/webhooks/7/deliveries': () => page([WAITING, SENT]),
  ...more,
});

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('webhooks', () => {
  test('OPS-01 a list says where each leads and whether it works', async () => {
    const failing: WebhookItem = { ...BOARD, id: 8, description: '', failing_since: 1_800_000_000, skipped: 2 };
    const off: WebhookItem = { ...BOARD, id: 9, is_on: false, off_reason: 'gone', off_at: 1_800_000_000 };
    open(
      '/demo/webhooks',
      withWebhooks(() => [BOARD, failing, off]),
    );
    const rows = within(await screen.findByRole('list', { name: 'Webhooks of this channel' })).getAllByRole('listitem');
    const [first, second, third] = rows.map(({ textContent }) => textContent);
    for (const text of ['Scoreboard', 'https://board.example/hook', 'Game goes live, Game ended', 'On']) {
      expect(first).toContain(text);
    }
    expect(second).toContain('Failing since');
    expect(second).toContain('2 events were not sent');
    expect(third).toContain('answered 410');
  });

  test('OPS-01 T32 a new webhook shows its secret once, and a private address is named', async () => {
    let webhooks: WebhookItem[] = [];
    const bodies: unknown[] = [];
    open(
      '/demo/webhooks',
      withWebhooks(() => webhooks, {
        'POST channels/1/webhooks': async (request) => {
          bodies.push(await request.json());
          if (bodies.length === 1) {
            const problems = [{ field: 'url', code: 'address_private', params: {}, message: 'x' }];
            return Response.json({ message: 'x', code: 'private_address', errors: {}, problems }, { status: 400 });
          }
          if (bodies.length === 2) return refused(503, 'unavailable');
          webhooks = [BOARD];
          return ok({ secret: 'whsec_once', item: BOARD });
        },
      }),
    );
    const user = userEvent.setup();
    expect(await screen.findByText('Nothing connected')).toBeTruthy();
    const address = screen.getByRole('textbox', { name: 'Address' });
    await user.type(address, 'https://10.0.0.1/');
    await user.click(screen.getByRole('checkbox', { name: /^Game goes live/ }));
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    await vi.waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    expect((await screen.findByText(/could not be added/)).getAttribute('role')).toBe('alert');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText('whsec_once')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Copy the secret now');
    const asked = { url: 'https://10.0.0.1/', description: '', events: ['game.live'], is_on: true };
    expect(bodies).toEqual([asked, asked, asked]);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('whsec_once')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Scoreboard' })).toBeTruthy();
  });

  test('OPS-01 deliveries say what became of them, and are sent again', async () => {
    const asked: string[] = [];
    const again = (name: string) => () => {
      asked.push(name);
      return ok({ ...SENT, state: 'waiting' });
    };
    open(
      '/demo/webhooks/7',
      withWebhooks(() => [BOARD], {
        'POST channels/1/webhooks/7/deliveries/42/retry': again('retry 42'),
        'POST channels/1/webhooks/7/deliveries/41/replay': again('replay 41'),
        'POST channels/1/webhooks/7/replays': () => {
          asked.push('replays');
          return ok({ count: 3, has_more: false });
        },
      }),
    );
    const user = userEvent.setup();
    const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
    const [waiting, sent] = rows;
    expect(waiting?.textContent).toContain('The address answered 500 · 2 attempts · next');
    expect(waiting?.textContent).toContain('<b>no room</b>');
    expect(sent?.textContent).toContain('Answered 204 in 83 ms');
    expect(sent?.textContent).toContain('"game_id": 5');
    for (const details of screen.getAllByText('Details')) await user.click(details);
    await user.click(screen.getByRole('button', { name: 'Retry now' }));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await user.click(screen.getByRole('button', { name: 'Send failed again' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.click(sheet.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('3 deliveries are sent again')).toBeTruthy();
    expect(asked).toEqual(['retry 42', 'replay 41', 'replays']);
  });

  test('OPS-01 a test says what really happened', async () => {
    let tries = 0;
    open(
      '/demo/webhooks/7',
      withWebhooks(() => [BOARD], {
        'POST channels/1/webhooks/7/test': () => {
          tries += 1;
          if (tries === 1) {
            return ok({ ...SENT, type: 'webhook.test', state: 'failed', problem: 'timed_out', status: null });
          }
          return tries === 2 ? refused(429, 'too_many_requests') : ok({ ...SENT, type: 'webhook.test' });
        },
      }),
    );
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Send test' });
    await user.click(button);
    expect(await screen.findByText('No answer within 5 seconds')).toBeTruthy();
    await user.click(button);
    expect(await screen.findByText(/Too many tests/)).toBeTruthy();
    await user.click(button);
    expect(await screen.findByText('Answered 204 in 83 ms', { selector: 'output span' })).toBeTruthy();
  });

  test('OPS-01 a webhook is changed, its secret renewed and shown, and removed', async () => {
    let webhook = BOARD;
    const bodies: unknown[] = [];
    let removed = 0;
    open(
      '/demo/webhooks/7',
      withWebhooks(() => (removed ? [] : [webhook]), {
        'PATCH channels/1/webhooks/7': async (request) => {
          bodies.push(await request.json());
          if (bodies.length === 1) {
            webhook = { ...BOARD, version: 4, description: 'Board of the gym' };
            return refused(409, 'version_conflict');
          }
          webhook = { ...webhook, version: 5, is_on: false };
          return ok(webhook);
        },
        'POST channels/1/webhooks/7/secret': () =>
          ok({ secret: 'whsec_second', item: { ...webhook, old_secret_until: 1_900_000_000 } }),
        'DELETE channels/1/webhooks/7': () => {
          removed += 1;
          return ok({ id: 7 });
        },
      }),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('switch', { name: 'Send events' }));
    expect(screen.getByText(/Waiting deliveries fail/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(/Somebody else changed/)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Scoreboard');
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    await vi.waitFor(() => expect(screen.queryByText(/Somebody else changed/)).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Board of the gym');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Send events' }).checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Webhook saved')).toBeTruthy();
    expect(bodies).toEqual([
      { is_on: false, version: 3 },
      { is_on: false, version: 4 },
    ]);
    expect(screen.queryByRole('button', { name: 'Send failed again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Renew secret' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Renew secret' }));
    expect(await screen.findByText('whsec_second')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('whsec_second')).toBeNull();
    expect(screen.getByText(/The previous secret stays valid/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Nothing connected')).toBeTruthy();
    expect(removed).toBe(1);
  });

  test('OPS-01 T27 a role without the permission is told so, and failures offer a retry', async () => {
    let fails = true;
    open(
      '/demo2/webhooks',
      withWebhooks(() => []),
    );
    expect(await screen.findByText('Owners connect other programs to the channel.')).toBeTruthy();
    cleanup();
    open(
      '/demo/webhooks',
      withWebhooks(() => [BOARD], {
        'GET channels/1/webhooks': () => (fails ? refused(503, 'unavailable') : ok([BOARD])),
      }),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await userEvent.setup().click(retry);
    expect(await screen.findByRole('link', { name: 'Scoreboard' })).toBeTruthy();
  });
});
