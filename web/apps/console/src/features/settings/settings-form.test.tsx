import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelSettings, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answers,
  asked,
  conflict,
  ok,
  open,
  OWNER,
  PLAIN_CHANNEL,
  refused,
  wrong,
} from '../../testing/open-console.tsx';
import { SETTINGS } from '../../testing/settings.ts';

const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: ['edit_site'] },
  ],
};

type Sent = Record<string, unknown>;

/** A server with two channels; the second one must not change. */
function fake(more: Answers = {}) {
  const server = { settings: SETTINGS, sent: [] as Sent[] };
  const answers: Answers = {
    'GET session': () => ok({ ...SESSION, channels: SESSION.channels.map((one) => named(one, server.settings)) }),
    'GET channels/1/settings': () => ok(server.settings),
    'GET channels/2/settings': () => ok({ ...SETTINGS, id: 2, version: 7, name: 'Fjord', is_currency_fixed: true }),
    'GET channels/1/embedding': () => ok({ hosts: [] }),
    'GET channels/2/embedding': () => ok({ hosts: [] }),
    'GET channels/1/ids': () => ok([]),
    'GET channels/2/ids': () => ok([]),
    'PATCH channels/1/settings': async (request) => {
      const { version, ...fields } = (await request.json()) as Sent;
      server.sent.push({ version, ...fields });
      if (version !== server.settings.version) return conflict(server.settings);
      server.settings = { ...server.settings, ...fields, version: server.settings.version + 1 };
      return ok(server.settings);
    },
    ...more,
  };
  return { server, answers };
}

const named = (channel: Session['channels'][number], { id, name }: ChannelSettings) =>
  channel.id === id ? { ...channel, name } : channel;

const text = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const number = (name: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name });
const currency = () => screen.findByRole('combobox', { name: 'Currency' });
const save = () => screen.getByRole('button', { name: 'Save' });
const saved = () => screen.findByText(/^Saved \d/);
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
  localStorage.clear();
});

describe('settings of a channel', () => {
  test('OPS-02 settings: only what was changed is saved, and the channel has its new name everywhere', async () => {
    const { server, answers } = fake();
    open('/demo/settings', answers);
    type(await text('Name'), 'Southline');
    const user = userEvent.setup();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Main language' }), 'Français');
    await user.click(screen.getByRole('checkbox', { name: 'Several languages' }));
    type(await number('Longest clip'), '90');
    type(await text('Google tag'), 'G-AB12');
    await user.click(save());
    await saved();
    expect(server.sent).toEqual([
      { version: 3, name: 'Southline', language: 'fr', multi_language: true, max_clip_s: 90, google_tag: 'G-AB12' },
    ]);
    const channel = screen.getByRole('button', { name: /^Channel/ });
    await waitFor(() => expect(channel.textContent).toContain('Southline'));
    await user.clear(await text('Google tag'));
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ version: 4, google_tag: null }));
  });

  test('OPS-02 settings: an emptied number is a problem at its field, and is neither sent nor taken back', async () => {
    const { server, answers } = fake();
    open('/demo/settings', answers);
    const streams = await number('Streams at the same time');
    type(streams, '');
    type(await text('Tagline'), 'All games');
    await userEvent.click(save());
    const list = await screen.findByRole('group', { name: 'Not saved yet' });
    expect(document.activeElement).toBe(list);
    expect(within(list).getByRole('button').textContent).toBe('Streams at the same time: Enter a number');
    expect(streams.getAttribute('aria-invalid')).toBe('true');
    expect(streams.value).toBe('');
    expect(server.sent).toEqual([]);
    cleanup();
    // A reload keeps the empty field, too.
    open('/demo/settings', answers);
    const again = await number('Streams at the same time');
    expect(again.value).toBe('');
    type(again, '4');
    await userEvent.click(save());
    await saved();
    expect(server.sent).toEqual([{ version: 3, max_streams: 4, tagline: 'All games' }]);
  });

  test('UI-19 settings: refused fields say why, and a search does not hide them', async () => {
    const { answers } = fake({
      'PATCH channels/1/settings': () =>
        wrong(
          { field: 'max_clip_s', code: 'range', params: { min: 5, max: 600 } },
          { field: 'geo_rule', code: 'required' },
        ),
    });
    open('/demo/settings', answers);
    type(await number('Longest clip'), '9999');
    const user = userEvent.setup();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Countries' }), 'Only in');
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'tagline');
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect((await text('Tagline')).value).toBe('Home games');
    expect(screen.queryByRole('heading', { name: 'Player on other sites' })).toBeNull();
    await user.click(save());
    const list = await screen.findByRole('group', { name: 'Not saved yet' });
    await user.click(within(list).getByRole('button', { name: 'Longest clip: Enter a number from 5 to 600' }));
    await waitFor(async () => expect(document.activeElement).toBe(await number('Longest clip')));
    expect(screen.getByRole('combobox', { name: 'Countries' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('OPS-02 settings: the search says that nothing matches, finds the players of other sites, and shows all again', async () => {
    open('/demo/settings?find=zzz', fake().answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await text('Name')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'star covers');
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.clear(screen.getByRole('searchbox', { name: 'Find' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'other sites');
    expect(await screen.findByRole('heading', { name: 'Player on other sites' })).toBeTruthy();
  });

  test('OPS-02 settings: countries are chosen by name with the keyboard, and removed again', async () => {
    const { server, answers } = fake();
    open('/demo/settings', answers);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Countries' }), 'Everywhere but in');
    const find = screen.getByRole('combobox', { name: 'Add a country' });
    await user.type(find, 'cote');
    expect(screen.getAllByRole('option', { name: /^Côte/ })).toHaveLength(1);
    await user.keyboard('{Enter}');
    await user.type(find, 'united');
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(options.length).toBeGreaterThan(2);
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(find.getAttribute('aria-activedescendant')).toBe(options.at(-1)?.id);
    await user.keyboard('{Escape}');
    expect(find).toHaveProperty('value', '');
    await user.type(find, 'bulg{Enter}');
    await user.type(find, 'germ{Enter}');
    const chosen = within(screen.getByRole('list', { name: 'Chosen countries' })).getAllByRole('listitem');
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['Bulgaria', 'Côte d’Ivoire', 'Germany']);
    expect(server.sent).toEqual([]);
    await user.type(find, '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Remove Côte d’Ivoire' }));
    expect(document.activeElement).toBe(find);
    await user.type(find, 'zzz');
    expect(screen.getByText('No country with this name.')).toBeTruthy();
    await user.click(save());
    await saved();
    expect(server.sent).toEqual([{ version: 3, geo_rule: { mode: 'not_in', countries: ['BG'] } }]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Countries' }), 'Everywhere');
    await user.click(save());
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ version: 4, geo_rule: { mode: 'everywhere' } }));
  });

  test('OPS-02 settings: the currency is fixed once there are orders, on that channel alone', async () => {
    open('/demo/settings', fake().answers);
    expect(await currency()).toHaveProperty('disabled', false);
    cleanup();
    open('/demo2/settings', fake().answers);
    const fixed = await currency();
    expect(fixed).toHaveProperty('disabled', true);
    const help = document.getElementById(fixed.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('can no longer be changed');
    expect((await text('Name')).value).toBe('Fjord');
  });

  test('OPS-02 settings: a change of another operator merges, and what both changed is shown with both texts', async () => {
    const { server, answers } = fake();
    open('/demo/settings', answers);
    type(await text('Tagline'), 'Mine');
    type(await number('Clips'), '10');
    server.settings = { ...SETTINGS, version: 4, name: 'Theirs', geo_rule: { mode: 'only_in', countries: ['FR'] } };
    const user = userEvent.setup();
    await user.click(save());
    expect(await screen.findByText(/^Ann Archer also changed this \(.*\): Name and Countries\./)).toBeTruthy();
    expect(server.sent.at(-1)).toEqual({ version: 4, tagline: 'Mine', max_clips: 10 });
    expect(screen.getByRole('button', { name: 'Remove France' })).toBeTruthy();

    server.settings = { ...server.settings, version: 6, max_clips: 30, geo_rule: { mode: 'everywhere' } };
    type(await number('Clips'), '20');
    await user.type(screen.getByRole('combobox', { name: 'Add a country' }), 'bulg{Enter}');
    await user.click(save());
    expect(await screen.findByRole('group', { name: /^You and Ann Archer changed/ })).toBeTruthy();
    const sides = screen.getByRole('group', { name: 'Clips: which one?' });
    expect(sides.textContent).toMatch(/Yours.*20.*By Ann Archer.*30.*What it was10/);
    const rules = screen.getByRole('group', { name: 'Countries: which one?' });
    expect(rules.textContent).toContain('Bulgaria');
    await user.click(within(rules).getByRole('radio', { name: /^By Ann Archer/ }));
    await user.click(save());
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ version: 6, max_clips: 20 }));
  });

  test('OPS-02 settings: a draft stays over a reload, a failed save keeps it, and it can be discarded', async () => {
    const { server, answers } = fake({ 'PATCH channels/1/settings': () => refused(503, 'unavailable') });
    open('/demo/settings', answers);
    type(await text('Name'), 'Draft');
    await userEvent.click(save());
    expect(await screen.findByText(/could not be saved. Your text is kept/)).toBeTruthy();
    cleanup();
    open('/demo2/settings', answers);
    expect((await text('Name')).value).toBe('Fjord');
    cleanup();
    open('/demo/settings', answers);
    expect((await text('Name')).value).toBe('Draft');
    await userEvent.click(screen.getByRole('button', { name: 'Discard them' }));
    expect((await text('Name')).value).toBe('Northline');
    expect(server.settings).toBe(SETTINGS);
  });

  test('OPS-02 settings: a failed load says so, and can be tried again', async () => {
    let calls = 0;
    const { answers } = fake({
      'GET channels/1/settings': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok(SETTINGS)),
    });
    open('/demo/settings', answers);
    expect((await screen.findByRole('alert')).textContent).toContain('The settings could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await text('Name')).value).toBe('Northline');
  });

  test('OPS-02 settings: an earlier version is compared and restored, unless its currency can no longer be taken', async () => {
    const body = { ...SETTINGS, name: 'Oldline', currency: 'EUR', geo_rule: { mode: 'only_in', countries: ['BG'] } };
    let isRefused = true;
    const { server, answers } = fake({
      'GET channels/1/revisions/settings/1': () =>
        ok([
          { version: 3, at: 1_800_000_100, by: { id: 2, name: 'Ann Archer' }, body: SETTINGS },
          { version: 2, at: 1_800_000_000, by: null, body },
        ]),
      'POST channels/1/revisions/settings/1/restore': async (request) => {
        server.sent.push((await request.json()) as Sent);
        if (isRefused) return wrong({ field: 'currency', code: 'fixed' });
        server.settings = { ...SETTINGS, ...body, version: 4, currency: 'EUR', geo_rule: { mode: 'everywhere' } };
        return ok({ kind: 'settings', id: 1, version: 4 });
      },
    });
    open('/demo/settings', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Earlier versions'));
    await user.click(await screen.findByRole('link', { name: /^Compare the version/ }));
    const changes = within(await screen.findByRole('region', { name: /^Changes since/ }));
    expect(changes.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Currency',
      'Countries',
    ]);
    expect(changes.getByText(/Bulgaria/)).toBeTruthy();
    const restore = changes.getByRole('button', { name: /^Restore the version/ });
    await user.click(restore);
    expect(await screen.findByText('Currency: This can no longer be changed')).toBeTruthy();
    isRefused = false;
    await user.click(restore);
    await waitFor(async () => expect((await text('Name')).value).toBe('Oldline'));
    expect(server.sent).toEqual([
      { revision: 2, version: 3 },
      { revision: 2, version: 3 },
    ]);
  });
});
