import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelFileReport, DeletionObstacles, ServerChannel, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused } from '../../testing/open-console.tsx';

const ADMINISTRATOR: Session = {
  operator: { id: 1, email: 'ann@server.test', name: 'Ann', is_administrator: true },
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: ['manage_channel'] }],
};
const DEMO: ServerChannel = {
  id: 1,
  alias: 'demo',
  name: 'Northline',
  hosts: ['demo.test', 'www.demo.test'],
  paused_at: null,
  deleted_at: null,
  erased_at: null,
  members: 1204,
  operators: 2,
};
const OTHER: ServerChannel = { ...DEMO, id: 2, alias: 'other', name: 'Fjord', hosts: ['other.test'], members: 1 };
const NOTHING = { ids: [], total: 0 };
const CLEAR: DeletionObstacles = {
  is_served: false,
  live_games: NOTHING,
  open_orders: NOTHING,
  renewing_orders: NOTHING,
  payment_jobs: 0,
};

const administering = (channels: () => ServerChannel[], more: Answers = {}): Answers => ({
  'GET session': () => ok(ADMINISTRATOR),
  'GET server/channels': () => ok(channels()),
  ...more,
});

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('channels', () => {
  test('OPS-02 the list has hosts, members and state, and leads to the own channels alone', async () => {
    open(
      '/channels',
      administering(() => [OTHER, { ...DEMO, paused_at: 1_800_000_000 }]),
    );
    const list = within(await screen.findByRole('list', { name: 'Channels' }));
    const [other, demo] = list.getAllByRole('listitem');
    expect(other?.textContent).toContain('other.test');
    expect(other?.textContent).toContain('1 member');
    expect(demo?.textContent).toContain('demo.test, www.demo.test');
    expect(demo?.textContent).toContain('Paused since');
    expect(list.getByRole('link', { name: 'Northline' }).getAttribute('href')).toBe('/console/demo/channel');
    expect(list.queryByRole('link', { name: 'Fjord' })).toBeNull();
  });

  test('OPS-02 a pause says what stops, and is ended without a question', async () => {
    let channel = OTHER;
    const bodies: unknown[] = [];
    open(
      '/channels',
      administering(() => [channel], {
        'GET channels/2/pause': () => ok({ renewing: 12 }),
        'PUT channels/2/pause': async (request) => {
          const body = await request.json();
          bodies.push(body);
          channel = { ...OTHER, paused_at: body.is_paused ? 1_800_000_000 : null };
          return ok({ paused_at: channel.paused_at });
        },
      }),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Pause Fjord' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Pause Fjord?' }));
    expect(await sheet.findByText(/12 subscriptions go on renewing/)).toBeTruthy();
    expect(sheet.getByText(/Members can still log in/)).toBeTruthy();
    expect(sheet.getByText(/are still recorded/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Pause Fjord' }));
    await user.click(await screen.findByRole('button', { name: 'Resume Fjord' }));
    expect(await screen.findByRole('button', { name: 'Pause Fjord' })).toBeTruthy();
    expect(bodies).toEqual([{ is_paused: true }, { is_paused: false }]);
  });

  test('OPS-02 obstacles to a deletion are named with what to do', async () => {
    const obstacles: DeletionObstacles = {
      ...CLEAR,
      is_served: true,
      live_games: { ids: [7], total: 1 },
      renewing_orders: { ids: [48211, 48230], total: 30 },
      payment_jobs: 2,
    };
    open(
      '/channels',
      administering(() => [OTHER], { 'GET channels/2/deletion': () => ok(obstacles) }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Fjord' }));
    const list = within(await screen.findByRole('list', { name: 'Obstacles' }));
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toHaveLength(4);
    expect(items[1]).toMatch(/1 game is live \(number 7\)/);
    expect(items[2]).toMatch(/30 subscriptions would be charged again \(orders 48211, 48230 …\)/);
    expect(screen.queryByLabelText(/Type the name/)).toBeNull();
  });

  test('OPS-02 T27 a channel is deleted by its name, after its file was offered and the password asked', async () => {
    let channels = [DEMO, OTHER];
    const bodies: unknown[] = [];
    open(
      '/channels',
      administering(() => channels, {
        'GET channels/2/deletion': () => ok(CLEAR),
        'DELETE channels/2': async (request) => {
          const body = await request.json();
          bodies.push(body);
          if (!body.current_password) return refused(403, 'confirm_identity');
          channels = [DEMO, { ...OTHER, deleted_at: 1_800_000_000, erased_at: 1_802_592_000 }];
          return ok({ id: 2, erased_at: 1_802_592_000 });
        },
      }),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Delete Fjord' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete Fjord?' }));
    const file = await sheet.findByRole('link', { name: 'Download file' });
    expect(file.getAttribute('href')).toBe('/console/api/channels/2/export');
    const remove = sheet.getByRole<HTMLButtonElement>('button', { name: 'Delete Fjord' });
    await user.type(sheet.getByLabelText(/Type the name/), 'Fjor');
    expect(remove.disabled).toBe(true);
    await user.type(sheet.getByLabelText(/Type the name/), 'd');
    await user.click(remove);
    await user.type(await sheet.findByLabelText('Current password'), 'secret');
    await user.click(remove);
    expect(await screen.findByText(/^Fjord was deleted\. It can be restored until/)).toBeTruthy();
    expect(bodies).toEqual([{ name: 'Fjord' }, { name: 'Fjord', current_password: 'secret' }]);
    const deleted = within(await screen.findByRole('list', { name: 'Deleted' }));
    expect(deleted.getByText('Fjord')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pause Fjord' })).toBeNull();
  });

  test('OPS-02 T58 a deleted channel is restored, or deleted for good by its name', async () => {
    const deleted = { paused_at: 1_799_999_000, deleted_at: 1_800_000_000, erased_at: 1_802_592_000 };
    let channels: ServerChannel[] = [
      { ...DEMO, ...deleted },
      { ...OTHER, ...deleted },
    ];
    const bodies: unknown[] = [];
    let isBusy = true;
    open(
      '/channels',
      administering(() => channels, {
        'POST channels/1/restore': () => {
          channels = channels.map((channel) =>
            channel.id === 1 ? { ...channel, deleted_at: null, erased_at: null } : channel,
          );
          return ok({ id: 1 });
        },
        'POST channels/2/erase': async (request) => {
          bodies.push(await request.json());
          if (isBusy) return refused(409, 'channel_busy');
          channels = channels.filter(({ id }) => id !== 2);
          return ok({ id: 2 });
        },
      }),
    );
    const user = userEvent.setup();
    const list = within(await screen.findByRole('list', { name: 'Deleted' }));
    expect(list.getAllByText(/^Will be erased on .*2027/)).toHaveLength(2);
    expect(screen.getByText('No channels yet')).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Restore Northline' }));
    expect(await screen.findByText('Northline is back, and still paused.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Resume Northline' })).toBeTruthy();

    await user.click(list.getByRole('button', { name: 'Delete for good now: Fjord' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Delete Fjord for good now?' }));
    const erase = sheet.getByRole<HTMLButtonElement>('button', { name: 'Delete for good now: Fjord' });
    expect(erase.disabled).toBe(true);
    await user.type(sheet.getByLabelText(/Type the name/), 'Fjord');
    await user.click(erase);
    expect(await sheet.findByText(/A payment or a job of this channel is under way/)).toBeTruthy();
    isBusy = false;
    await user.click(erase);
    expect(await screen.findByText('Fjord was deleted for good.')).toBeTruthy();
    await expect.poll(() => screen.queryByRole('list', { name: 'Deleted' })).toBeNull();
    expect(bodies).toEqual([{ name: 'Fjord' }, { name: 'Fjord' }]);
  });

  test('T27 other operators see that only administrators see all channels', async () => {
    open('/channels', { 'GET session': () => ok(OWNER) });
    expect(await screen.findByText('Only administrators of the server see all channels.')).toBeTruthy();
    expect(asked).not.toContain('GET server/channels');
  });
});

describe('import of a channel', () => {
  const REPORT: ChannelFileReport = {
    id: null,
    alias: 'copy',
    hosts: ['copy.test'],
    name: 'Northline',
    counts: { games: 12, teams: 3, schools: 1, sports: 1, venues: 1, passes: 0, pages: 2, films: 0, pictures: 1 },
    renumbered: 4,
    missing_pictures: ['crest.png'],
  };
  const chosen = new File(['tar'], 'demo.tar', { type: 'application/x-tar' });

  test('OPS-02 a file is shown first and imported then', async () => {
    const queries: string[] = [];
    open(
      '/channels/import',
      administering(() => [DEMO], {
        'POST server/channel-files': (request) => {
          const { searchParams } = new URL(request.url);
          queries.push(searchParams.toString());
          return ok({ ...REPORT, id: searchParams.get('plan') === 'true' ? null : 3 });
        },
      }),
    );
    const user = userEvent.setup();
    await user.upload(await screen.findByLabelText('Channel file'), chosen);
    await user.type(screen.getByLabelText('Address in the console'), 'copy');
    await user.click(screen.getByRole('button', { name: 'Read file' }));
    expect(await screen.findByText(/4 rows get another number/)).toBeTruthy();
    expect(screen.getByText(/crest\.png/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Import Northline' }));
    const link = await screen.findByRole('link', { name: 'Open Northline' });
    expect(link.getAttribute('href')).toBe('/console/copy/channel');
    expect(queries).toEqual(['alias=copy&plan=true', 'alias=copy&plan=false']);
  });

  test('OPS-02 T34 what is wrong with a file is shown by its place', async () => {
    const problem = { field: 'games[0].startsAt', code: 'invalid', params: {}, message: 'has to be a moment in UTC' };
    open(
      '/channels/import',
      administering(() => [DEMO], {
        'POST server/channel-files': () =>
          Response.json({ message: 'x', code: 'invalid', errors: {}, problems: [problem] }, { status: 400 }),
      }),
    );
    const user = userEvent.setup();
    await user.upload(await screen.findByLabelText('Channel file'), chosen);
    await user.click(screen.getByRole('button', { name: 'Read file' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('games[0].startsAt: has to be a moment in UTC');
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('OPS-02 a file that is too large leads to the command line', async () => {
    open(
      '/channels/import',
      administering(() => [DEMO], { 'POST server/channel-files': () => refused(413, 'too_large') }),
    );
    const user = userEvent.setup();
    await user.upload(await screen.findByLabelText('Channel file'), chosen);
    await user.click(screen.getByRole('button', { name: 'Read file' }));
    expect((await screen.findByRole('alert')).textContent).toContain('touchline channel import');
  });
});
