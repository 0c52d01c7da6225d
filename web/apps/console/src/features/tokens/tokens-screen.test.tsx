import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session, TokenItem } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answers, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [
    {
      ...PLAIN_CHANNEL,
      id: 1,
      alias: 'demo',
      name: 'Northline',
      role: 'owner',
      may: ['manage_team', 'manage_integrations', 'edit_site', 'see_orders'],
    },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: ['edit_site'] },
  ],
};
const SITE: TokenItem = {
  id: 7,
  name: 'Club site',
  ending: 'Xy_9',
  scopes: ['edit_site'],
  created_by: 'Odessa Owens',
  is_of_team: true,
  created_at: 1_800_000_000,
  expires_at: null,
  has_expired: false,
  last_used_at: 1_800_000_000,
};
const REPORT: TokenItem = {
  ...SITE,
  id: 8,
  name: 'Report',
  scopes: ['see_orders', 'edit_site'],
  is_of_team: false,
  expires_at: 1_800_000_000,
  has_expired: true,
  last_used_at: null,
};

const withTokens = (tokens: () => TokenItem[], more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/tokens': () => ok(tokens()),
  ...more,
});
const rowOf = async (name: string) => {
  const list = within(await screen.findByRole('list', { name: 'Tokens' }));
  const row = list.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name));
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('tokens', () => {
  test('OPS-01 a token is shown with its scopes, its use and its end', async () => {
    open(
      '/demo/tokens',
      withTokens(() => [SITE, REPORT]),
    );
    const site = (await rowOf('Club site')).textContent;
    for (const text of ['…Xy_9', 'by Odessa Owens', 'Edit the site', 'Last used', 'Does not expire']) {
      expect(site).toContain(text);
    }
    expect(site).not.toContain('Expired');
    const report = (await rowOf('Report')).textContent;
    for (const text of ['Expired', 'left the team', 'Never used', 'Expires']) expect(report).toContain(text);
  });

  test('OPS-01 T27 a new token is shown once, with the chosen scopes and expiry', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_500 });
    let tokens: TokenItem[] = [];
    const bodies: unknown[] = [];
    open(
      '/demo/tokens',
      withTokens(() => tokens, {
        'POST channels/1/tokens': async (request) => {
          bodies.push(await request.json());
          if (bodies.length === 1) {
            const problems = [
              { field: 'name', code: 'name_taken', params: {}, message: 'x' },
              { field: 'scopes', code: 'required', params: {}, message: 'y' },
            ];
            return Response.json({ message: 'invalid', code: 'invalid', errors: {}, problems }, { status: 400 });
          }
          if (bodies.length === 2) return refused(503, 'unavailable');
          tokens = [SITE];
          return ok({ token: 'touchline_secret', item: SITE });
        },
      }),
    );
    const user = userEvent.setup();
    expect(await screen.findByText('No tokens yet')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Manage the team' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Give programs access' })).toBeNull();
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.type(name, 'Club site{Enter}');
    expect(await screen.findByText('Choose at least one')).toBeTruthy();
    expect(screen.getByText('Another token has this name')).toBeTruthy();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: 'Edit the site' }));
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect((await screen.findByText(/could not be created/)).getAttribute('role')).toBe('alert');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'Does not expire');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('touchline_secret')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Copy the token now');
    const asked = { name: 'Club site', scopes: ['edit_site'] };
    expect(bodies).toEqual([
      { ...asked, scopes: [], expires_at: 1_807_776_000 },
      { ...asked, expires_at: 1_807_776_000 },
      { ...asked, expires_at: null },
    ]);
    expect(await rowOf('Club site')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('touchline_secret')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
  });

  test('OPS-01 T27 a token is removed once the sheet has said what happens, and the other one stays', async () => {
    let tokens = [SITE, REPORT];
    const removed: number[] = [];
    const remove = (id: number) => () => {
      removed.push(id);
      tokens = tokens.filter((token) => token.id !== id);
      return ok({ id });
    };
    open(
      '/demo/tokens',
      withTokens(() => tokens, { 'DELETE channels/1/tokens/7': remove(7), 'DELETE channels/1/tokens/8': remove(8) }),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove the token Club site' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Remove this token?' }));
    expect(sheet.getByText(/loses access at once/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Club site is removed')).toBeTruthy();
    expect(await rowOf('Report')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove the token Club site' })).toBeNull();
    expect(removed).toEqual([7]);
  });

  test('UI-18 a failure says so and can be tried again', async () => {
    let calls = 0;
    open('/demo/tokens', {
      ...withTokens(() => []),
      'GET channels/1/tokens': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok([SITE])),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await rowOf('Club site')).toBeTruthy();
  });

  test('OPS-01 an editor sees neither the tokens nor their link', async () => {
    open(
      '/demo2/tokens',
      withTokens(() => []),
    );
    expect(await screen.findByText('Owners give programs access to the channel.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'API tokens' })).toBeNull();
  });
});
