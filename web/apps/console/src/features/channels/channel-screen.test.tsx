import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HostCheck, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused, wrong } from '../../testing/open-console.tsx';

const session = (more: Partial<Session['channels'][number]> = {}): Session => ({
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: ['manage_channel'], ...more },
  ],
});

const withHosts = (hosts: () => string[], more: Answers = {}): Answers => ({
  'GET session': () => ok(session()),
  'GET channels/1/hosts': () => ok({ hosts: hosts() }),
  ...more,
});

const CHECK: HostCheck = {
  host: 'tv.test',
  checked_at: 1_800_000_000,
  lookup: 'found',
  addresses: [
    {
      address: '203.0.113.7',
      outcome: 'this_server',
      is_encrypted: true,
      status: 200,
      certificate: { subject: 'CN=tv.test', issuer: 'CN=R3', valid_until: 1_900_000_000, fault: null },
    },
    { address: 'fd00::1', outcome: 'private', is_encrypted: null, status: null, certificate: null },
    {
      address: '203.0.113.8',
      outcome: 'other_server',
      is_encrypted: true,
      status: 301,
      certificate: { subject: 'CN=cdn', issuer: 'CN=cdn', valid_until: null, fault: 'wrong_host' },
    },
  ],
  more_addresses: 0,
};

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('channel', () => {
  test('OPS-02 hosts are added, made the main one and removed, and the last one stays', async () => {
    let hosts = ['tv.test'];
    open(
      '/demo/channel',
      withHosts(() => hosts, {
        'POST channels/1/hosts': async (request) => {
          const { host } = await request.json();
          if (host === 'other.test') return wrong({ field: 'host', code: 'host_taken' });
          hosts = [...hosts, host];
          return ok({ hosts });
        },
        'PUT channels/1/main-host': () => {
          hosts = hosts.toReversed();
          return ok({ hosts });
        },
        'DELETE channels/1/hosts/tv.test': () => {
          hosts = ['www.test'];
          return ok({ hosts });
        },
      }),
    );
    const user = userEvent.setup();
    const only = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove tv.test' });
    expect(only.disabled).toBe(true);
    expect(document.getElementById(only.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /last host stays/,
    );
    const field = screen.getByLabelText<HTMLInputElement>('New host');
    await user.type(field, 'other.test{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Another channel uses this host');
    await user.clear(field);
    await user.type(field, 'www.test{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Make main: www.test' }));
    const list = within(screen.getByRole('list', { name: 'Hosts' }));
    expect(await list.findByRole('button', { name: 'Make main: tv.test' })).toBeTruthy();
    expect(field.value).toBe('');
    await user.click(list.getByRole('button', { name: 'Remove tv.test' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Remove tv.test?' }));
    expect(sheet.queryByText(/You are using this host/)).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Remove tv.test' }));
    expect(await list.findAllByRole('listitem')).toHaveLength(1);
    expect(list.getByText('www.test')).toBeTruthy();
  });

  test('OPS-02 the host in use is warned about', async () => {
    open(
      '/demo/channel',
      withHosts(() => [location.hostname, 'tv.test']),
    );
    expect(await screen.findByText('You are here')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: `Remove ${location.hostname}` }));
    expect(screen.getByText(/You are using this host now/)).toBeTruthy();
  });

  test('OPS-02 T32 a check says what happened at each address', async () => {
    open(
      '/demo/channel',
      withHosts(() => ['tv.test'], { 'POST channels/1/hosts/tv.test/check': () => ok(CHECK) }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Check tv.test' }));
    const [found] = await screen.findAllByText(/203\.0\.113\.7/);
    const text = found?.closest('ul')?.textContent ?? '';
    expect(text).toContain('Leads to this server, by an encrypted connection.');
    expect(text).toContain('Certificate: CN=tv.test, issued by CN=R3');
    expect(text).toContain('It was not contacted');
    expect(text).toContain('Another server answered (HTTP status 301).');
    expect(text).toContain('The certificate is for another host');
  });

  test('OPS-02 a check that fails says so', async () => {
    open(
      '/demo/channel',
      withHosts(() => ['tv.test'], { 'POST channels/1/hosts/tv.test/check': () => refused(429, 'too_many') }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Check tv.test' }));
    expect(await screen.findByText(/Please wait a minute/)).toBeTruthy();
  });

  test('OPS-02 another address leads to the same screen, and a former one does too', async () => {
    let alias = 'demo';
    const answers = withHosts(() => ['tv.test'], {
      'GET session': () => ok(session({ alias, former_aliases: alias === 'demo' ? [] : ['demo'] })),
      'PUT channels/1/alias': async (request) => {
        const { alias: typed } = await request.json();
        if (typed === 'other') return wrong({ field: 'alias', code: 'alias_taken' });
        alias = 'lions';
        return ok({ id: 1, alias });
      },
    });
    open('/demo/channel', answers);
    const user = userEvent.setup();
    const field = await screen.findByLabelText<HTMLInputElement>('Address');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Change address' });
    expect(save.disabled).toBe(true);
    await user.clear(field);
    await user.type(field, 'other{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Another channel uses this address');
    await user.clear(field);
    await user.type(field, 'lions');
    await user.click(save);
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(await screen.findByDisplayValue('lions')).toBeTruthy();
    cleanup();
    open('/demo/channel', answers);
    expect(await screen.findByDisplayValue('lions')).toBeTruthy();
  });

  test('OPS-01 T27 other roles see that only owners manage the channel, and owners without the server no pause', async () => {
    open('/demo/channel', { 'GET session': () => ok(session({ may: ['edit_site'] })) });
    expect(await screen.findByText('Only owners can manage the channel itself.')).toBeTruthy();
    cleanup();
    open(
      '/demo/channel',
      withHosts(() => ['tv.test'], { 'GET session': () => ok(session({ is_paused: true })) }),
    );
    expect(await screen.findByText(/An administrator of the server can pause/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
    expect(screen.getByText(/Northline is paused/)).toBeTruthy();
  });

  test('OPS-02 hosts that cannot be loaded can be asked for again', async () => {
    let fails = true;
    open(
      '/demo/channel',
      withHosts(() => ['tv.test'], {
        'GET channels/1/hosts': () => (fails ? refused(404, 'not_found') : ok({ hosts: ['tv.test'] })),
      }),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Check tv.test' })).toBeTruthy();
  });
});
