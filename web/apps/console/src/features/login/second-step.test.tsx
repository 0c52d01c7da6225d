import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const required = (...factors: string[]) =>
  Response.json({ message: '', code: 'second_factor_required', errors: {}, factors }, { status: 403 });

const loggedOut = { 'GET session': () => ok({ operator: null, channels: [] }) };

async function enterPassword(answers: Answers) {
  open('/', { ...loggedOut, ...answers });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'owner@demo.test');
  await user.type(screen.getByLabelText('Password'), 'right{Enter}');
  await screen.findByRole('heading', { name: 'Second step' });
  return user;
}

beforeAll(loadConsoleMessages);
beforeEach(() => {
  asked.length = 0;
});
afterEach(cleanup);

test('OPS-01 a code finishes the login, and a wrong one is said', async () => {
  const sent: unknown[] = [];
  const user = await enterPassword({
    'POST login': () => required('authenticator', 'recovery_code'),
    'POST login/code': async (request) => {
      sent.push(await request.json());
      return sent.length > 1 ? ok(OWNER) : refused(400, 'wrong_code');
    },
  });
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
  await user.keyboard('111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or was already used.');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(screen.getByLabelText('Recovery code'), 'k7pm-4xqd-a2cz{Enter}');
  expect(await screen.findByRole('button', { name: /Account of owner@demo.test/ })).toBeTruthy();
  expect(sent).toEqual([{ code: '111111' }, { code: 'k7pm-4xqd-a2cz' }]);
});

test('T19 a login that took too long begins again', async () => {
  const user = await enterPassword({
    'POST login': () => required('authenticator'),
    'POST login/code': () => refused(400, 'login_expired'),
  });
  await user.keyboard('111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The login took too long. Enter your password again.');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('T18 a throttled code says when to try again, and a passkey of another address says what to do', async () => {
  const user = await enterPassword({
    'POST login': () => required('authenticator'),
    'POST login/code': () => refused(429, 'too_many', { 'retry-after': '4' }),
  });
  await user.keyboard('111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 4 seconds.');
  cleanup();
  await enterPassword({ 'POST login': () => required() });
  expect(screen.getByText(/^Your passkey belongs to another address/)).toBeTruthy();
  expect(screen.queryByLabelText('Code')).toBeNull();
});
