import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReceivedInvitation, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const INVITATION: ReceivedInvitation = {
  channel: 'Northline',
  role: 'editor',
  email: 'Ann@demo.test',
  invited_by: 'Odessa Owens',
  expires_at: 1_800_604_800,
  has_account: false,
};
const LOGGED_OUT: Session = { operator: null, channels: [] };
const ANN: Session = {
  operator: { id: 2, email: 'ann@demo.test', name: 'Ann Archer', is_administrator: false },
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: [] }],
};

const invited = (session: Session, more: Partial<ReceivedInvitation> = {}): Answers => ({
  'GET session': () => ok(session),
  'POST invitation': () => ok({ ...INVITATION, ...more }),
});

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('invitation', () => {
  test('OPS-01 T19 a newcomer chooses a name and a password, corrects a refused one and lands in the console', async () => {
    const sent: unknown[] = [];
    const slip = Response.json(
      {
        message: 'invalid',
        code: 'invalid',
        errors: {},
        problems: [{ field: 'password', code: 'too_common', params: {} }],
      },
      { status: 400 },
    );
    const answers = [slip, ok(ANN)];
    open('/invitation#a-token', {
      ...invited(LOGGED_OUT),
      'POST invitation': async (request) => {
        sent.push(await request.json());
        return ok(INVITATION);
      },
      'POST invitation/accept': async (request) => {
        sent.push(await request.json());
        return answers.shift() ?? refused(500, 'internal');
      },
    });
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { name: 'Join the team of Northline' })).toBeTruthy();
    expect(screen.getByText('Odessa Owens invites you. Your role: Editor.')).toBeTruthy();
    await user.type(screen.getByLabelText('Your name'), 'Ann Archer');
    await user.type(screen.getByLabelText('Choose a password'), 'password1');
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    const problem = await screen.findByRole('alert');
    expect(screen.getByLabelText('Choose a password').getAttribute('aria-describedby')).toContain(problem.id);
    await user.clear(screen.getByLabelText('Choose a password'));
    await user.type(screen.getByLabelText('Choose a password'), 'kettle & moss');
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Colours' })).toBeTruthy();
    expect(sent).toEqual([
      { token: 'a-token' },
      { token: 'a-token', name: 'Ann Archer', password: 'password1' },
      { token: 'a-token', name: 'Ann Archer', password: 'kettle & moss' },
    ]);
  });

  test('OPS-01 T19 a link that ended says so, and one without a token too', async () => {
    for (const path of ['/invitation#a-token', '/invitation']) {
      open(path, { 'GET session': () => ok(LOGGED_OUT), 'POST invitation': () => refused(404, 'invitation_ended') });
      expect(await screen.findByText('This invitation is no longer valid')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
      cleanup();
    }
  });

  test('OPS-01 T27 an existing account logs in at the same address, and accepts without a form', async () => {
    let session = LOGGED_OUT;
    const sent: unknown[] = [];
    open('/invitation#a-token', {
      ...invited(LOGGED_OUT, { has_account: true }),
      'GET session': () => ok(session),
      'POST login': () => {
        session = { ...ANN, channels: [] };
        return ok(session);
      },
      'POST invitation/accept': async (request) => {
        sent.push(await request.json());
        return ok(ANN);
      },
    });
    const user = userEvent.setup();
    expect(await screen.findByText(/This address already has an account/)).toBeTruthy();
    expect(screen.queryByLabelText('Choose a password')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await user.type(await screen.findByLabelText('Email'), 'ann@demo.test');
    await user.type(screen.getByLabelText('Password'), 'kettle & moss');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Colours' })).toBeTruthy();
    expect(sent).toEqual([{ token: 'a-token' }]);
  });

  test('OPS-01 T27 an operator logged in with another account has to log out first', async () => {
    open('/invitation#a-token', { ...invited(OWNER), 'POST logout': () => ok({ logged_out: true }) });
    expect(await screen.findByText(/You are logged in as owner@demo\.test/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByLabelText('Choose a password')).toBeTruthy();
  });

  test('OPS-01 a server that cannot be reached is asked again', async () => {
    const answers = [refused(400, 'invalid'), ok(INVITATION)];
    open('/invitation#a-token', {
      'GET session': () => ok(LOGGED_OUT),
      'POST invitation': () => answers.shift() ?? ok(INVITATION),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Join the team of Northline' })).toBeTruthy();
  });
});
