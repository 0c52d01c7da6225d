import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Me, MySession, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const ME: Me = {
  id: 1,
  email: 'owner@demo.test',
  name: 'Odessa Owens',
  authenticator_since: null,
  passkeys: 0,
  recovery_codes_left: 0,
};
const SESSIONS: MySession[] = [
  {
    id: 1,
    device: 'Chrome on Windows',
    country: 'BG',
    current: true,
    created_at: 1_800_000_000,
    last_used_at: 1_800_000_500,
  },
  { id: 2, device: '', country: null, current: false, created_at: 1_799_000_000, last_used_at: 1_799_000_500 },
];
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODES = ['k7pm-4xqd-a2cz', 'k8pm-4xqd-a2cz'];

const account = (me: Me, more: Answers = {}, session: Session = OWNER): Answers => ({
  'GET session': () => ok(session),
  'GET me': () => ok(me),
  'GET me/sessions': () => ok(SESSIONS),
  'GET me/passkeys': () => ok([]),
  ...more,
});

beforeAll(loadConsoleMessages);
beforeEach(() => {
  asked.length = 0;
});
afterEach(cleanup);

test('OPS-01 an app is set up by its first code, and the recovery codes are shown once', async () => {
  const sent: unknown[] = [];
  let isOn = false;
  open('/me', {
    ...account(ME),
    'GET me': () => ok(isOn ? { ...ME, authenticator_since: 1_800_000_000, recovery_codes_left: 10 } : ME),
    'POST me/authenticator': () => ok({ key: KEY, address: `otpauth://totp/x?secret=${KEY}` }),
    'POST me/authenticator/confirm': async (request) => {
      sent.push(await request.json());
      isOn = sent.length > 1;
      return isOn ? ok({ codes: CODES }) : refused(400, 'wrong_code');
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  expect(await screen.findByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy();
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  const field = screen.getByLabelText('Code from the app');
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or was already used.');
  await user.clear(field);
  await user.type(field, '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  const codes = await screen.findByRole('region', { name: 'Your new recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  expect(sent).toEqual([{ code: '000000' }, { code: '123456' }]);
  expect(await screen.findByText(/^On since /)).toBeTruthy();
  await user.click(within(codes).getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

test('T27 the password is asked for once the login is a while ago, and the last factor stays', async () => {
  const sent: unknown[] = [];
  const [channel] = OWNER.channels;
  const required = { ...OWNER, channels: channel ? [{ ...channel, requires_second_factor: true }] : [] };
  const me = { ...ME, authenticator_since: 1_800_000_000, recovery_codes_left: 9 };
  open('/me', {
    ...account(me, {}, required),
    'DELETE me/authenticator': async (request) => {
      sent.push(await request.json());
      if (sent.length === 1) return refused(403, 'confirm_identity');
      return sent.length === 2 ? refused(400, 'wrong_password') : refused(400, 'last_second_factor');
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove app' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.type(sheet.getByLabelText('Current password'), 'wrong');
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  expect((await sheet.findByRole('alert')).textContent).toBe('Wrong password.');
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  expect(await sheet.findByText(/Northline requires one/)).toBeTruthy();
  expect(sent).toEqual([{}, { current_password: 'wrong' }, { current_password: 'wrong' }]);
});

test('OPS-01 other sessions are listed and can be ended, the current one cannot', async () => {
  open('/me', account(ME, { 'DELETE me/sessions/2': () => ok({ ended: 1 }) }));
  const list = await screen.findByRole('list', { name: 'Sessions' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  expect(within(list).getByText('Chrome on Windows in Bulgaria')).toBeTruthy();
  expect(within(list).getByText('Unknown device')).toBeTruthy();
  await userEvent.setup().click(within(list).getByRole('button', { name: 'End the session on Unknown device' }));
  expect(asked).toContain('DELETE me/sessions/2');
});

test('OPS-01 a failure is said, and tried again', async () => {
  let fails = true;
  open('/me', { ...account(ME), 'GET me': () => (fails ? refused(404, 'not_found') : ok(ME)) });
  expect(await screen.findByText('Your account could not be loaded.')).toBeTruthy();
  fails = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Your name')).toHaveProperty('value', 'Odessa Owens');
});

test('T27 a channel that requires a second factor shows the way to one in the place of its screens', async () => {
  const [channel] = OWNER.channels;
  const closed = channel ? [{ ...channel, requires_second_factor: true, needs_second_factor: true }] : [];
  open('/demo/mails', account(ME, {}, { ...OWNER, channels: closed }));
  expect(await screen.findByRole('heading', { name: 'Northline requires a second factor' })).toBeTruthy();
  expect(asked).not.toContain('GET channels/1/mails');
  await userEvent.setup().click(screen.getByRole('link', { name: 'Set up a second factor' }));
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeTruthy();
});
