import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Checklist, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused } from '../../testing/open-console.tsx';

const session = (more: Partial<Session['channels'][number]> = {}): Session => ({
  ...OWNER,
  channels: [
    {
      ...PLAIN_CHANNEL,
      id: 1,
      alias: 'lions',
      name: 'Lions TV',
      role: 'owner',
      may: ['manage_channel', 'see_mails'],
      ...more,
    },
  ],
});

const LIST: Checklist = {
  is_ready: false,
  has_games: false,
  is_in_setup: false,
  mail: { state: 'untested', server: 'mx.school.test:25', sender: 'tv@school.test', is_kept_here: false, last: null },
  payments: { state: 'missing', provider: null, is_live: false, closed: 'no_keys', is_needed: false, last: null },
  encoder: { state: 'untested', address: '127.0.0.1:1935', is_local: true, last: null },
  legal: [
    { page: 'imprint', path: null },
    { page: 'terms', path: '/terms_conditions' },
    { page: 'privacy', path: null },
  ],
  host: { state: 'untested', host: 'tv.school.test', last: null },
};

const RESULT = { is_ok: true, at: 1_800_000_000, took_ms: 812, response: '' } as const;

const answersOf = (list: Checklist, more: Answers = {}): Answers => ({
  'GET session': () => ok(session()),
  'GET channels/1/checklist': () => ok(list),
  ...more,
});

const item = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: new RegExp(`^${name}`) });
  const found = heading.closest('li');
  if (!found) throw new Error(`no item ${name}`);
  return within(found);
};

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('checklist', () => {
  test('OPS-02 it says what is missing and what to do', async () => {
    open('/lions/start', answersOf(LIST));
    expect(
      (await item('Email')).getByText(/Emails are sent through mx\.school\.test:25, from tv@school\.test/),
    ).toBeTruthy();
    const payments = await item('Payments');
    expect(payments.getByText(/Set STRIPE_SECRET_KEY/)).toBeTruthy();
    expect(payments.getByText('Optional')).toBeTruthy();
    expect((await item('Encoder')).getByText(/Only programs on the server’s own machine/)).toBeTruthy();
    const legal = await item('Legal pages');
    expect(legal.getAllByText('missing')).toHaveLength(2);
    expect(legal.getByText('/terms_conditions')).toBeTruthy();
    expect(screen.queryByText('Plan your first game.')).toBeNull();
  });

  test('OPS-02 a test says what really happened, and another item stays as it is', async () => {
    let list = LIST;
    const outcome = { ...RESULT, outcome: 'mail_accepted', target: 'mx.school.test:25' } as const;
    open('/lions/start', {
      ...answersOf(LIST),
      'GET channels/1/checklist': () => ok(list),
      'POST channels/1/checklist/mail/test': () => {
        list = { ...LIST, mail: { ...LIST.mail, state: 'done', last: outcome } };
        return ok(outcome);
      },
      'POST channels/1/checklist/encoder/test': () => refused(429, 'too_many_requests', { 'retry-after': '30' }),
    });
    const user = userEvent.setup();
    const mail = await item('Email');
    await user.click(mail.getByRole('button', { name: 'Send a test email' }));
    expect(await mail.findByText(/^Sent to you .*, accepted by mx\.school\.test:25, 0\.8 s\.$/)).toBeTruthy();
    expect(await mail.findByText('Done')).toBeTruthy();
    const encoder = await item('Encoder');
    expect(encoder.getByText('Not tested')).toBeTruthy();
    await user.click(encoder.getByRole('button', { name: 'Send a test picture' }));
    expect(await encoder.findByText('Too many tests. Please wait a minute.')).toBeTruthy();
  });

  test('OPS-02 a failed test says why', async () => {
    const last = {
      ...RESULT,
      is_ok: false,
      outcome: 'mail_refused',
      target: 'mx',
      response: '550 no such user',
    } as const;
    const shut = {
      ...RESULT,
      is_ok: false,
      outcome: 'encoder_refused',
      target: '[::1]:1935',
      response: 'not let in',
    } as const;
    const encoder = { ...LIST.encoder, state: 'failed', last: shut } as const;
    open('/lions/start', answersOf({ ...LIST, encoder, mail: { ...LIST.mail, state: 'failed', last } }));
    const mail = await item('Email');
    expect(mail.getByText(/Not sent .*: 550 no such user$/)).toBeTruthy();
    expect(mail.getByText('Test failed')).toBeTruthy();
    expect((await item('Encoder')).getByText(/^The server did not let the encoder in \([^)]*\)\.$/)).toBeTruthy();
  });

  test('OPS-02 with everything done the first game is next', async () => {
    open('/lions/start', answersOf({ ...LIST, is_ready: true }));
    expect(await screen.findByText('Plan your first game.')).toBeTruthy();
  });

  test('OPS-02 an owner begins with the set-up that was left, then with the checklist, and then as others do', async () => {
    const setup = { is_open: true, look: 'done', sports: 'open', school: 'open', saved_at: 1_800_000_000 };
    open('/', {
      ...answersOf({ ...LIST, is_in_setup: true }),
      'GET channels/1/setup': () => ok(setup),
      'GET common-sports': () => ok([]),
      'GET channels/1/event-categories': () => ok([]),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Which sports do you show?' })).toBeTruthy();
    cleanup();
    open('/', answersOf(LIST));
    expect(await screen.findByRole('heading', { level: 1, name: 'Checklist' })).toBeTruthy();
    cleanup();
    open('/', { ...answersOf({ ...LIST, has_games: true }), 'GET channels/1/mails': () => ok([], { total: 0 }) });
    expect(await screen.findByRole('heading', { level: 1, name: /Email/ })).toBeTruthy();
  });

  test('T27 other roles do not see it', async () => {
    open('/lions/start', {
      ...answersOf(LIST),
      'GET session': () => ok(session({ role: 'editor', may: ['edit_site'] })),
    });
    expect(await screen.findByText('Only owners can manage the channel itself.')).toBeTruthy();
    expect(asked).not.toContain('GET channels/1/checklist');
  });
});
