import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProviderIdItem, ProviderIdResult, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Answers, ok, open, OWNER, PLAIN_CHANNEL, refused, wrong } from '../../testing/open-console.tsx';
import { SETTINGS } from '../../testing/settings.ts';

const EDITOR: Session = {
  ...OWNER,
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] }],
};
const result = (outcome: ProviderIdResult['outcome'], said = ''): ProviderIdResult => ({
  outcome,
  is_ok: outcome === 'known',
  at: 1_800_000_000,
  took_ms: 80,
  said,
});

/** A tag that was checked, and a client without its secret. */
function fake(more: Answers = {}) {
  const items: ProviderIdItem[] = [
    { kind: 'google_tag', id: 'GTM-AB12', secret: 'not_needed', last: result('known') },
    { kind: 'sentry', id: null, secret: 'not_needed', last: null },
    { kind: 'facebook_login', id: '123', secret: 'missing', last: null },
  ];
  const sent: unknown[] = [];
  const answers: Answers = {
    'GET session': () => ok(EDITOR),
    'GET channels/1/settings': () => ok(SETTINGS),
    'GET channels/1/embedding': () => ok({ hosts: [] }),
    'GET channels/1/ids': () => ok(items),
    'PUT channels/1/ids/facebook_login/secret': async (request) => {
      sent.push(await request.json());
      if (sent.length === 1) return wrong({ field: 'secret', code: 'invalid' });
      items.splice(2, 1, { kind: 'facebook_login', id: '123', secret: 'set', last: null });
      return ok(items[2]);
    },
    'DELETE channels/1/ids/facebook_login/secret': () => {
      items.splice(2, 1, { kind: 'facebook_login', id: '123', secret: 'missing', last: null });
      return ok(items[2]);
    },
    ...more,
  };
  return { items, sent, answers };
}

beforeAll(loadConsoleMessages);
afterEach(cleanup);

test('OPS-02 ids: a check says in words what the provider answered, and why there is no answer', async () => {
  const outcomes = [result('unknown'), result('no_answer'), result('odd', '500 try later')];
  const { answers } = fake({
    'POST channels/1/ids/google_tag/checks': () => {
      const next = outcomes.shift();
      return next ? ok(next) : refused(429, 'too_many_attempts');
    },
  });
  open('/demo/settings', answers);
  const user = userEvent.setup();
  expect(await screen.findByText(/^Google answers: container known\. \(/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Sentry DSN' })).toBeNull();
  const check = screen.getByRole('button', { name: 'Check: Google tag' });
  for (const said of [
    /^Google answers: container unknown, or never published\. \(/,
    /^Google did not answer within 5 seconds\. \(/,
    /^Google answered something else: 500 try later \(/,
  ]) {
    await user.click(check);
    expect(await screen.findByText(said)).toBeTruthy();
  }
  await user.click(check);
  expect((await screen.findByRole('alert')).textContent).toBe('Too many checks. Please wait a minute.');
});

test('OPS-02 T44 ids: a secret is saved, is never shown, and can be removed', async () => {
  const { sent, answers } = fake();
  open('/demo/settings', answers);
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Secret: Facebook app ID' }));
  const field = form.getByLabelText<HTMLInputElement>('Secret');
  await user.type(field, 'two words');
  await user.click(form.getByRole('button', { name: 'Save secret' }));
  expect(await form.findByRole('alert')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, 'hunter2');
  await user.click(form.getByRole('button', { name: 'Save secret' }));
  expect(await form.findByText(/^A secret is saved\./)).toBeTruthy();
  expect(field.value).toBe('');
  expect(sent).toEqual([{ secret: 'two words' }, { secret: 'hunter2' }]);
  await user.click(form.getByRole('button', { name: 'Remove secret' }));
  await waitFor(() => expect(form.queryByRole('button', { name: 'Remove secret' })).toBeNull());
});

test('OPS-02 ids: a channel without any says what to do, and a failed load can be tried again', async () => {
  let calls = 0;
  const { answers } = fake({
    'GET channels/1/ids': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok([])),
  });
  open('/demo/settings', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Enter an ID above/)).toBeTruthy();
});
