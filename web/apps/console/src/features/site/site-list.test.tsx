import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FaqItem, MenuItem, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { dismissToast } from '@touchline/ui';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'finance', may: ['see_orders'] },
  ],
};
const entry = (id: number, question: string, answer = '<p>Yes.</p>'): FaqItem => ({
  id,
  version: id + 10,
  question,
  answer,
  translations: {},
});
const FREE = entry(1, 'Which games are free?', '<p>Those marked <b>Free</b>.</p>');
const ZONE = entry(2, 'Which time zone?');
const DEVICES = entry(3, 'Which devices?');

const menuLink = (id: number, place: 'header' | 'footer'): MenuItem => ({
  id,
  version: 1,
  name: `Link ${id}`,
  url: `/${id}`,
  place,
  translations: {},
});

/** A server with a list whose entries can be ordered, removed and restored. */
function fake(rows: readonly FaqItem[], more: Answers = {}) {
  const server = { rows: [...rows], bodies: [] as unknown[] };
  const answers: Answers = {
    'GET session': () => ok(SESSION),
    'GET channels/1/faq': () => ok(server.rows),
    'PUT channels/1/faq/order': async (request) => {
      const body = (await request.json()) as { ids: number[] };
      server.bodies.push(body);
      server.rows = body.ids.flatMap((id) => server.rows.find((row) => row.id === id) ?? []);
      return ok(server.rows);
    },
    'DELETE channels/1/faq/2': () => {
      server.rows = server.rows.filter(({ id }) => id !== 2);
      return ok({ id: 2, version: 13 });
    },
    'POST channels/1/revisions/faq/2/restore': async (request) => {
      server.bodies.push(await request.json());
      // The server puts a restored entry last.
      server.rows = [...server.rows, { ...ZONE, version: 14 }];
      return ok({ kind: 'faq', id: 2, version: 14 });
    },
    ...more,
  };
  return { server, answers };
}

const list = async (name = 'FAQ') => within(await screen.findByRole('list', { name }));
const titles = async (name?: string) => (await list(name)).getAllByRole('link').map(({ textContent }) => textContent);

beforeAll(loadConsoleMessages);
afterEach(() => {
  act(() => dismissToast('removed-faq-2'));
  cleanup();
  asked.length = 0;
  localStorage.clear();
});

describe('list of content', () => {
  test('OPS-02 the navigation leads operators with access to the site’s content, and hides it from others', async () => {
    open('/demo/settings', fake([FREE]).answers);
    const navigation = within(await screen.findByRole('navigation', { name: 'Console' }));
    for (const name of ['Pages', 'Menu', 'Slides', 'Text blocks']) {
      expect(navigation.getByRole('link', { name })).toBeTruthy();
    }
    await userEvent.click(navigation.getByRole('link', { name: 'FAQ' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'FAQ' })).toBeTruthy();
    expect(await titles()).toEqual(['Which games are free?']);
    expect((await list()).getByRole('listitem').textContent).toContain('Those marked Free.');
    cleanup();
    asked.length = 0;
    open('/demo2/site/faq', fake([FREE]).answers);
    expect(await screen.findByText('Only owners and editors can change the site of a channel.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'FAQ' })).toBeNull();
    expect(asked).not.toContain('GET channels/2/faq');
    cleanup();
    open('/demo/site/nothing', fake([FREE]).answers);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  test('UI-18 a list loads, fails with a way to try again, and is empty with a way on', async () => {
    const answers = [refused(400, 'invalid'), ok([])];
    open('/demo/site/faq', { ...fake([]).answers, 'GET channels/1/faq': () => answers.shift() ?? ok([]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No questions yet')).toBeTruthy();
    expect(screen.getByText('Answer here what viewers often ask.')).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: 'New question' })) {
      expect(link.getAttribute('href')).toBe('/console/demo/site/faq/new');
    }
    cleanup();
    open('/demo/site/faq', { ...fake([]).answers, 'GET channels/1/faq': () => new Promise(() => {}) });
    await waitFor(() => expect(screen.getByText('Loading').closest('[aria-busy]')).toBeTruthy());
  });

  test('UI-18 entries are found by their words, and none found is said', async () => {
    open('/demo/site/faq', fake([FREE, ZONE, DEVICES]).answers);
    const user = userEvent.setup();
    expect(await titles()).toHaveLength(3);
    const find = screen.getByRole('searchbox', { name: 'Find' });
    await user.type(find, 'MARKED');
    await waitFor(async () => expect(await titles()).toEqual(['Which games are free?']));
    expect(screen.getByText('1 entry')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Move to/ })).toBeNull();
    await user.type(find, ' zebra');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await titles()).toHaveLength(3);
    expect(find).toHaveProperty('value', '');
  });

  test('UI-19 entries are ordered by Alt and arrow keys, and the focus stays', async () => {
    const { server, answers } = fake([FREE, ZONE, DEVICES]);
    open('/demo/site/faq', answers);
    const user = userEvent.setup();
    const devices = (await list()).getByRole('link', { name: 'Which devices?' });
    devices.focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(await titles()).toEqual(['Which games are free?', 'Which devices?', 'Which time zone?']);
    expect(screen.getByText('Which devices? is now 2 of 3.')).toBeTruthy();
    expect(document.activeElement).toBe((await list()).getByRole('link', { name: 'Which devices?' }));
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() => expect(server.rows.map(({ id }) => id)).toEqual([3, 1, 2]));
    expect(await titles()).toEqual(['Which devices?', 'Which games are free?', 'Which time zone?']);
    await user.keyboard('{Alt>}{End}{/Alt}');
    await waitFor(() => expect(server.bodies.at(-1)).toEqual({ ids: [1, 2, 3] }));
  });

  test('UI-19 entries are ordered by a sheet and by dragging, and a refused order is taken back', async () => {
    const { server, answers } = fake([FREE, ZONE, DEVICES]);
    open('/demo/site/faq', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Move to… Which devices?' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Move Which devices?' }));
    await user.selectOptions(sheet.getByLabelText('New place'), '1. Which games are free?');
    await user.click(sheet.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(server.bodies).toEqual([{ ids: [3, 1, 2] }]));
    expect(await titles()).toEqual(['Which devices?', 'Which games are free?', 'Which time zone?']);

    const [first, , last] = (await list()).getAllByRole('listitem');
    const grip = first?.querySelector('[draggable]');
    if (!grip || !last) throw new Error('there is nothing to drag');
    const dataTransfer = { setData: () => {}, setDragImage: () => {} };
    fireEvent.dragStart(grip, { dataTransfer });
    fireEvent.dragOver(last, { dataTransfer });
    fireEvent.drop(last, { dataTransfer });
    await waitFor(() => expect(server.bodies.at(-1)).toEqual({ ids: [1, 2, 3] }));
    cleanup();

    open('/demo/site/faq', { ...answers, 'PUT channels/1/faq/order': () => refused(503, 'unavailable') });
    (await list()).getByRole('link', { name: 'Which devices?' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(await screen.findByText('The order could not be saved. Please try again.')).toBeTruthy();
    await waitFor(async () => expect((await titles()).at(-1)).toBe('Which devices?'));
  });

  test('UI-19 the links of a menu are ordered within their place', async () => {
    const rows = [menuLink(1, 'header'), menuLink(2, 'footer'), menuLink(3, 'header'), menuLink(4, 'footer')];
    const sent: unknown[] = [];
    open('/demo/site/menu', {
      'GET session': () => ok(SESSION),
      'GET channels/1/menu': () => ok(rows),
      'PUT channels/1/menu/order': async (request) => {
        sent.push(await request.json());
        return new Promise(() => {});
      },
    });
    expect(await titles('Top of the page')).toEqual(['Link 1', 'Link 3']);
    (await list('Bottom of the page')).getByRole('link', { name: 'Link 2' }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt}');
    await waitFor(() => expect(sent).toEqual([{ ids: [1, 3, 4, 2] }]));
    expect(await titles('Bottom of the page')).toEqual(['Link 4', 'Link 2']);
    expect(await titles('Top of the page')).toEqual(['Link 1', 'Link 3']);
  });

  test('UI-19 a link goes under another by a key and out again by the sheet', async () => {
    let rows = [menuLink(1, 'header'), menuLink(2, 'header'), menuLink(3, 'footer')];
    const sent: unknown[] = [];
    open('/demo/site/menu', {
      'GET session': () => ok(SESSION),
      'GET channels/1/menu': () => ok(rows),
      'PATCH channels/1/menu/2': async (request) => {
        const { version, ...fields } = (await request.json()) as { version: number; parent_id: number | null };
        sent.push({ version, ...fields });
        rows = rows.map((row) => (row.id === 2 ? { ...row, ...fields, version: version + 1 } : row));
        return ok(rows[1]);
      },
      'PUT channels/1/menu/order': async (request) => {
        const { ids } = (await request.json()) as { ids: number[] };
        sent.push({ ids });
        return ok(ids.map((id) => rows.find((row) => row.id === id)));
      },
    });
    (await list('Top of the page')).getByRole('link', { name: 'Link 2' }).focus();
    const user = userEvent.setup();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(screen.getByText('Link 2 is now number 1 of 1 under Link 1.')).toBeTruthy();
    await waitFor(() => expect(sent).toEqual([{ version: 1, parent_id: 1 }, { ids: [1, 2, 3] }]));
    await user.click(screen.getByRole('button', { name: 'Move to… Link 2' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Move Link 2' }));
    await user.selectOptions(sheet.getByLabelText('Where'), 'Bottom of the page');
    await user.click(sheet.getByRole('button', { name: 'Move' }));
    const out = { version: 2, parent_id: null, place: 'footer' };
    await waitFor(() => expect(sent.slice(2)).toEqual([out, { ids: [1, 3, 2] }]));
    expect(await titles('Bottom of the page')).toEqual(['Link 3', 'Link 2']);
  });

  test('OPS-02 an entry is removed at once, and Undo brings it back to its place', async () => {
    const { server, answers } = fake([FREE, ZONE, DEVICES]);
    open('/demo/site/faq', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove Which time zone?' }));
    expect(await screen.findByText('“Which time zone?” was removed.')).toBeTruthy();
    expect(asked).toContain('DELETE channels/1/faq/2?version=12');
    expect(await titles()).toEqual(['Which games are free?', 'Which devices?']);
    await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    expect(await screen.findByText('“Which time zone?” is back.')).toBeTruthy();
    expect(await titles()).toEqual(['Which games are free?', 'Which time zone?', 'Which devices?']);
    expect(server.bodies).toEqual([{ revision: 12, version: null }, { ids: [1, 2, 3] }]);
  });

  test('OPS-02 an entry that another operator has just changed is not removed', async () => {
    const conflict = { current: { ...ZONE, version: 13 }, base: null, changed_by: 'Ann', changed_at: 1_800_000_000 };
    const refusal = { message: 'x', code: 'version_conflict', errors: {}, conflict };
    open('/demo/site/faq', {
      ...fake([FREE, ZONE]).answers,
      'DELETE channels/1/faq/2': () => Response.json(refusal, { status: 409 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Which time zone?' }));
    expect(await screen.findByText(/Someone has just changed “Which time zone\?”/)).toBeTruthy();
    await waitFor(async () => expect(await titles()).toHaveLength(2));
  });

  test('OPS-02 blocks are named by their place, pages and slides by their heading', async () => {
    const slide = {
      id: 1,
      version: 1,
      title: 'Ten schools',
      text: '',
      image: null,
      link_url: null,
      link_text: null,
      event_id: null,
      slidable_type: 'group',
      slidable_id: 8,
      view_name: 'Northridge',
      visible_from: null,
      visible_until: null,
      translations: {},
    };
    open('/demo/site/slides', { 'GET session': () => ok(SESSION), 'GET channels/1/slides': () => ok([slide]) });
    expect((await list('Slides')).getByRole('listitem').textContent).toContain('A school: Northridge');
    cleanup();
    const block = { id: 1, version: 1, place: 'footer', content: '<p>Ten schools.</p>', translations: {} };
    open('/demo/site/blocks', { 'GET session': () => ok(SESSION), 'GET channels/1/blocks': () => ok([block]) });
    expect(await titles('Text blocks')).toEqual(['Bottom of every page']);
  });
});
