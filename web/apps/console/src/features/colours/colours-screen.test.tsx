import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelColours, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { DEFAULT_SETTINGS } from '@touchline/theme';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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

const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 3, alias: 'demo3', name: 'Lake', role: 'finance', may: ['see_orders'] },
  ],
};
const COLOURS: ChannelColours = { ...DEFAULT_SETTINGS, id: 1, version: 3, accent: '#1d4ed8' };

type Sent = Record<string, unknown>;

/** A server with two channels' colours; those of the second must not change. */
function fake(more: Answers = {}) {
  const server = { colours: COLOURS, sent: [] as Sent[] };
  const answers: Answers = {
    'GET session': () => ok(SESSION),
    'GET channels/1/colours': () => ok(server.colours),
    'GET channels/2/colours': () => ok({ ...COLOURS, id: 2, accent: null }),
    'PATCH channels/1/colours': async (request) => {
      const { version, ...fields } = (await request.json()) as Sent;
      server.sent.push({ version, ...fields });
      if (version !== server.colours.version) return conflict(server.colours);
      server.colours = { ...server.colours, ...fields, version: server.colours.version + 1 };
      return ok(server.colours);
    },
    ...more,
  };
  return { server, answers };
}

const colour = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = () => screen.getByRole('button', { name: 'Save' });
const framed = document.implementation.createHTMLDocument();
const preview = () => framed.documentElement.style;
/** The frame gets its document, as the server would send it. */
async function fillFrame() {
  const frame = await screen.findByTitle('Preview of the channel in these colours');
  Object.defineProperty(framed, 'URL', { value: 'http://localhost/', configurable: true });
  framed.body.innerHTML = '<p id="boot"></p>';
  Object.defineProperty(frame, 'contentDocument', { value: framed });
  fireEvent.load(frame);
}

beforeAll(loadConsoleMessages);
beforeEach(() => vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  asked.length = 0;
  localStorage.clear();
});

describe('colours of a channel', () => {
  test('UI-16 colours are taken from the logo, and saved by the operator alone', async () => {
    const proposed = { ...DEFAULT_SETTINGS, accent: '#c80000', header_background: '#101418' };
    const { server, answers } = fake({ 'GET channels/1/logo/colours': () => ok({ colours: proposed }) });
    open('/demo/colours', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Take colours from the logo' }));
    expect(await screen.findByText(/not saved yet/)).toBeTruthy();
    expect((await colour('Accent')).value).toBe('#c80000');
    expect(server.sent).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(server.colours.header_background).toBe('#101418'));
  });

  test('UI-16 a channel whose logo gives no colours says what to do', async () => {
    open('/demo/colours', fake({ 'GET channels/1/logo/colours': () => ok({ colours: null }) }).answers);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Take colours from the logo' }));
    expect(await screen.findByText(/choose a PNG or JPEG logo/)).toBeTruthy();
    expect((await colour('Accent')).value).toBe('#1d4ed8');
  });

  test('OPS-02 UI-11 colours: preview and table follow the fields, and a save sends the changed ones', async () => {
    const { server, answers } = fake();
    open('/demo/colours', answers);
    const text = await colour('Page text');
    await fillFrame();
    expect(text.value).toBe(COLOURS.body_text_color);
    expect(screen.getByText(/every colour is used exactly as you chose it/)).toBeTruthy();
    expect(preview().colorScheme).toBe('dark');
    type(text, '#12141a');
    expect(screen.getByText(/too little to read/)).toBeTruthy();
    type(await colour('Page background'), '#ffffff');
    expect(preview().colorScheme).toBe('light');
    expect(preview().getPropertyValue('--body-background')).toBe('#ffffff');
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(preview().colorScheme).toBe('dark');
    await user.click(screen.getByRole('radio', { name: 'As chosen' }));
    await user.click(screen.getByRole('radio', { name: 'Buying a pass' }));
    expect(document.querySelector<HTMLInputElement>('input[name="draft"]')?.value).toBe('{"screen":"buy"}');
    type(screen.getByLabelText('Accent, picker'), '#aa0011');
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(server.sent).toEqual([
      { version: 3, body_text_color: '#12141a', body_background: '#ffffff', accent: '#aa0011' },
    ]);
    await user.clear(await colour('Accent'));
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ version: 4, accent: null }));
  });

  test('OPS-02 T29 colours: half a colour has a message at its field and leaves the preview alone', async () => {
    const { answers } = fake({
      'PATCH channels/1/colours': () => wrong({ field: 'body_background', code: 'invalid' }),
    });
    open('/demo/colours', answers);
    const page = await colour('Page background');
    await fillFrame();
    type(page, '#102030');
    type(page, '#1020;}');
    expect(page.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(page.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toMatch(/^Not a colour/);
    expect(preview().getPropertyValue('--body-background')).toBe('#102030');
    await userEvent.click(save());
    const list = await screen.findByRole('group', { name: 'Not saved yet' });
    await userEvent.click(within(list).getByRole('button', { name: /^Page background/ }));
    await waitFor(() => expect(document.activeElement).toBe(page));
    type(page, '');
    expect(screen.getByText('Choose a colour')).toBeTruthy();
  });

  test('OPS-02 colours: a change of another operator merges, and what both changed is shown with both', async () => {
    const { server, answers } = fake();
    open('/demo/colours', answers);
    type(await colour('Accent'), '#00aa00');
    server.colours = { ...COLOURS, version: 4, header_background: '#101010' };
    const user = userEvent.setup();
    await user.click(save());
    expect(await screen.findByText(/^Ann Archer also changed this \(.*\): Header background\./)).toBeTruthy();
    expect(server.sent.at(-1)).toEqual({ version: 4, accent: '#00aa00' });
    server.colours = { ...server.colours, version: 6, accent: '#cc0000' };
    type(await colour('Accent'), '#0000bb');
    await user.click(save());
    const sides = await screen.findByRole('group', { name: 'Accent: which one?' });
    expect(sides.textContent).toMatch(/0000bb.*By Ann Archer.*cc0000/);
    await user.click(within(sides).getByRole('radio', { name: /^By Ann Archer/ }));
    expect((await colour('Accent')).value).toBe('#cc0000');
  });

  test('OPS-02 colours: a draft stays over a reload on its channel alone, and a failed save keeps it', async () => {
    const { answers } = fake({ 'PATCH channels/1/colours': () => refused(503, 'unavailable') });
    open('/demo/colours', answers);
    type(await colour('Accent'), '#00aa00');
    await userEvent.click(save());
    expect(await screen.findByText(/could not be saved. Your text is kept/)).toBeTruthy();
    cleanup();
    open('/demo2/colours', answers);
    expect((await colour('Accent')).value).toBe('');
    cleanup();
    open('/demo/colours', answers);
    expect((await colour('Accent')).value).toBe('#00aa00');
    await userEvent.click(screen.getByRole('button', { name: 'Discard them' }));
    expect((await colour('Accent')).value).toBe('#1d4ed8');
  });

  test('OPS-02 colours: an earlier version is compared and restored', async () => {
    const { server, answers } = fake({
      'GET channels/1/revisions/colours/1': () =>
        ok([
          { version: 3, at: 1_800_000_100, by: { id: 2, name: 'Ann Archer' }, body: COLOURS },
          { version: 2, at: 1_800_000_000, by: null, body: { ...COLOURS, accent: null } },
        ]),
      'POST channels/1/revisions/colours/1/restore': async (request) => {
        server.sent.push((await request.json()) as Sent);
        server.colours = { ...COLOURS, version: 4, accent: null };
        return ok({ kind: 'colours', id: 1, version: 4 });
      },
    });
    open('/demo/colours?version=2', answers);
    const changes = within(await screen.findByRole('region', { name: /^Changes since/ }));
    expect(changes.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Accent']);
    await userEvent.click(changes.getByRole('button', { name: /^Restore the version/ }));
    await waitFor(async () => expect((await colour('Accent')).value).toBe(''));
    expect(server.sent).toEqual([{ revision: 2, version: 3 }]);
  });

  test('OPS-02 colours: a failed load says so and can be tried again', async () => {
    let calls = 0;
    const { answers } = fake({
      'GET channels/1/colours': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok(COLOURS)),
    });
    open('/demo/colours', answers);
    expect((await screen.findByRole('alert')).textContent).toContain('The colours could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await colour('Accent')).value).toBe('#1d4ed8');
  });

  test('OPS-01 colours: the old address leads to the first channel, and a role without access sees nothing', async () => {
    open('/colours', fake().answers);
    expect((await colour('Accent')).value).toBe('#1d4ed8');
    cleanup();
    asked.length = 0;
    open('/demo3/colours', fake().answers);
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(asked.filter((call) => call.includes('colours'))).toEqual([]);
  });
});
