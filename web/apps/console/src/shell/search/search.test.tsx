import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asked, ok, open, PLAIN_CHANNEL, refused } from '../../testing/open-console.tsx';
import { recentChoices, rememberChoice } from './recent-choices.ts';

const SESSION = {
  operator: { id: 1, email: 'owner@demo.test', name: 'Odessa Owens', is_administrator: false },
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] }],
};
const PAGE = { kind: 'page', id: 7, title: 'About us', detail: '/about', at: null, url: null, actions: [] };
const ORDER = {
  kind: 'order',
  id: 48211,
  title: 'Season pass',
  detail: 'ann@mail.test',
  at: 1_700_000_000,
  url: null,
  actions: [],
};

const FIELD = { name: 'Search the channel' };

const start = (found: () => Response) =>
  open('/demo/tokens', {
    'GET session': () => ok(SESSION),
    'GET channels/1/tokens': () => ok([]),
    'GET channels/1/search': found,
  });

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('search', () => {
  it('OPS-01 finds screens and things by one key, and opens with Enter', async () => {
    start(() => ok([PAGE, ORDER]));
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Find anything' });
    await user.keyboard('/');
    const field = await screen.findByRole('combobox', FIELD);
    expect(document.activeElement).toBe(field);
    await user.type(field, 'ab');
    const option = await screen.findByRole('option', { name: /About us/ });
    expect(option.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('option', { name: /Season pass/ }).textContent).toContain('#48211');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(option.getAttribute('aria-selected')).toBe('true');
    expect(asked).toContain('GET channels/1/search?text=ab');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox', FIELD)).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('group', { name: 'Opened lately' })).toBeTruthy();
    expect(screen.getByRole('option', { name: /About us/ })).toBeTruthy();
  });

  it('remembers an order without the address of its buyer', () => {
    const place = { operator: 1, channel: 1 };
    const detail = '#48211 · ann@mail.test';
    rememberChoice(place, { key: 'order-48211', title: 'Season pass', detail, lasting: '#48211', to: { href: '/' } });
    rememberChoice(place, { key: 'page-7', title: 'About us', detail: '/about', to: { href: '/' } });
    expect(recentChoices(place).map((choice) => choice.detail)).toEqual(['/about', '#48211']);
  });

  it('opens nothing that the text before found', async () => {
    let isFirst = true;
    start(() => {
      const found = isFirst ? [PAGE] : [];
      isFirst = false;
      return ok(found);
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Find anything' }));
    const field = await screen.findByRole('combobox', FIELD);
    await user.type(field, 'ab');
    await screen.findByRole('option', { name: /About us/ });
    await user.type(field, 'x{Enter}');
    expect(screen.getByRole('combobox', FIELD)).toBe(field);
  });

  it('OPS-01 offers what can be done with what was found, alone after >, and opens its sheet', async () => {
    start(() => ok([{ ...ORDER, actions: ['refund_order'] }]));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Find anything' }));
    await user.type(await screen.findByRole('combobox', FIELD), '>refund ann');
    const option = await screen.findByRole('option', { name: /^Refund order 48211…/ });
    expect(within(screen.getByRole('dialog')).getAllByRole('option')).toHaveLength(1);
    expect(asked).toContain('GET channels/1/search?text=ann');
    await user.click(option);
    await waitFor(() => expect(screen.queryByRole('combobox', FIELD)).toBeNull());
    expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy();
  });

  it('finds actions of the role alone after >', async () => {
    start(() => ok([]));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Find anything' }));
    await user.type(await screen.findByRole('combobox', FIELD), '>new');
    const names = within(screen.getByRole('dialog'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    const nouns = ['page', 'slide', 'question', 'form', 'menu link', 'block'];
    expect(names).toEqual(nouns.map((noun) => `New ${noun}Actions`));
    await user.clear(screen.getByRole('combobox', FIELD));
    await user.type(screen.getByRole('combobox', FIELD), '>audit');
    expect(within(screen.getByRole('dialog')).queryByRole('option')).toBeNull();
    expect(await screen.findByText('Nothing matches. Try fewer letters.')).toBeTruthy();
  });

  it('says that it failed, and tries again', async () => {
    let isUp = false;
    start(() => (isUp ? ok([PAGE]) : refused(503, 'unavailable')));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Find anything' }));
    await user.type(await screen.findByRole('combobox', FIELD), 'about');
    await screen.findByText('The search failed. Check your connection.', {}, { timeout: 5_000 });
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /About us/ })).toBeTruthy();
  });

  it('leaves single letters alone once they are switched off', async () => {
    start(() => ok([]));
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Find anything' });
    await user.keyboard('?');
    await user.click(await screen.findByRole('checkbox', { name: 'Use single letters as shortcuts' }));
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await user.keyboard('/');
    expect(screen.queryByRole('combobox', FIELD)).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', FIELD)).toBeTruthy();
  });
});
