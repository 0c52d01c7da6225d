import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FaqItem, Revision, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { DEFAULT_SETTINGS } from '@touchline/theme';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { type Answers, asked, conflict, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] }],
};
const ENTRY: FaqItem = {
  id: 12,
  version: 3,
  question: 'Which games are free?',
  answer: '<p>Those marked Free.</p>',
  translations: { fr: { question: 'Quels matchs sont gratuits ?' } },
};
const PAGE = {
  id: 4,
  url: '/tickets',
  alt_name: 'tickets',
  name: 'Tickets',
  content: '',
  image: null,
  visible_from: null,
  visible_until: null,
  translations: {},
};
const OTHER: FaqItem = { id: 13, version: 1, question: 'Which devices?', answer: '<p>All.</p>', translations: {} };

// The editor has tests of its own; here its HTML is enough.
vi.mock('../../rich-text/rich-text-field.tsx', () => ({
  RichTextField: ({ id, label, value, onChange, describedBy, invalid }: Parameters<typeof RichTextField>[0]) => (
    <textarea
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
}));

const named = (id: number, name: string, date: number | null = null) => ({ id, name, date });

type Sent = Record<string, unknown>;
const sentBody = async (request: Request) => (await request.json()) as Sent;

/** A server with an edited entry, and a second one that must not change. */
function fake(more: Answers = {}, entry: FaqItem = ENTRY) {
  const server = { entry, sent: [] as Sent[], extra: [OTHER] };
  const answers: Answers = {
    'GET session': () => ok(SESSION),
    'GET channels/1/faq': () => ok([server.entry, ...server.extra]),
    'PATCH channels/1/faq/12': async (request) => {
      const { version, ...fields } = await sentBody(request);
      server.sent.push({ version, ...fields });
      if (version !== server.entry.version) return conflict(server.entry);
      server.entry = { ...server.entry, ...fields, version: server.entry.version + 1 };
      return ok(server.entry);
    },
    ...more,
  };
  return { server, answers };
}

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });

async function replace(name: string, text: string): Promise<void> {
  fireEvent.change(await field(name), { target: { value: text } });
}

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
  localStorage.clear();
});

describe('form of content', () => {
  test('OPS-02 an entry is created in two languages, gets its own address and is saved again', async () => {
    const { server, answers } = fake();
    const keys: (string | null)[] = [];
    open('/demo/site/faq/new', {
      ...answers,
      'POST channels/1/faq': async (request) => {
        keys.push(request.headers.get('idempotency-key'));
        const fields = await sentBody(request);
        server.sent.push(fields);
        server.entry = { ...ENTRY, ...fields, version: 1 };
        return ok(server.entry);
      },
    });
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { level: 1, name: 'New question' })).toBeTruthy();
    await user.type(await field('Question'), 'Can I record?');
    await replace('Answer', '<p>No.</p>');
    await user.click(tab(/Français/));
    await user.type(await field('Question'), 'Puis-je enregistrer ?');
    expect((await field('Question')).getAttribute('lang')).toBe('fr');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(server.sent).toEqual([
      {
        question: 'Can I record?',
        answer: '<p>No.</p>',
        translations: { fr: { question: 'Puis-je enregistrer ?' } },
      },
    ]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByRole('heading', { level: 1, name: 'Can I record?' })).toBeTruthy();
    // The form stays, at its new address.
    expect((await field('Question')).value).toBe('Puis-je enregistrer ?');
    await user.type(await field('Question'), '!');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() =>
      expect(server.sent.at(-1)).toEqual({
        version: 1,
        translations: { fr: { question: 'Puis-je enregistrer ?!' } },
      }),
    );
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual(['POST channels/1/faq']);
  });

  test('OPS-02 a new entry is created once, although its first answer was lost', async () => {
    const { server, answers } = fake();
    const tries: { key: string | null; fields: Sent }[] = [];
    open('/demo/site/faq/new', {
      ...answers,
      'POST channels/1/faq': async (request) => {
        tries.push({ key: request.headers.get('idempotency-key'), fields: await sentBody(request) });
        if (tries.length === 1) throw new TypeError('the line broke');
        server.entry = { ...ENTRY, ...tries[0]?.fields, translations: {}, version: 1 };
        return ok(server.entry);
      },
    });
    const user = userEvent.setup();
    await user.type(await field('Question'), 'Once');
    await user.click(save());
    expect(await screen.findByText(/could not be saved. Your text is kept/)).toBeTruthy();
    await user.type(await field('Question'), ' more');
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(tries[1]).toEqual(tries[0]);
    expect(server.sent).toEqual([{ version: 1, question: 'Once more' }]);
    expect((await field('Question')).value).toBe('Once more');
  });

  test('OPS-02 tabs go by arrow keys, and a dot says which language lacks a text', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', answers);
    const user = userEvent.setup();
    expect((await field('Question')).value).toBe('Which games are free?');
    const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(names).toEqual(['English', 'Françaistext missing', 'Българскиtext missing']);
    await user.click(tab(/English/));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement).toBe(tab(/Français/));
    expect(tab(/Français/).getAttribute('aria-selected')).toBe('true');
    expect((await field('Question')).value).toBe('Quels matchs sont gratuits ?');
    await replace('Answer', '<p>Ceux marqués Gratuit.</p>');
    expect(tab(/Français/).textContent).toBe('Français');
    await user.click(save());
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]).toEqual({
      version: 3,
      translations: { fr: { question: 'Quels matchs sont gratuits ?', answer: '<p>Ceux marqués Gratuit.</p>' } },
    });
  });

  test('OPS-02 the channel’s own language comes first', async () => {
    const channels = SESSION.channels.map((channel) => ({ ...channel, language: 'fr' }));
    open('/demo/site/faq/12', { ...fake().answers, 'GET session': () => ok({ ...SESSION, channels }) });
    await field('Question');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Français',
      'Englishtext missing',
      'Българскиtext missing',
    ]);
    expect((await field('Question')).getAttribute('lang')).toBe('fr');
  });

  test('UI-19 field errors stand at the field and in a list that leads there', async () => {
    const problems = [
      { field: 'question', code: 'required', params: {}, message: 'x' },
      { field: 'translations.fr.answer', code: 'length', params: { min: 1, max: 99 }, message: 'y' },
      { field: 'strange', code: 'brand_new', params: {}, message: 'Something new' },
    ];
    open('/demo/site/faq/12', {
      ...fake().answers,
      'PATCH channels/1/faq/12': () =>
        Response.json({ message: 'invalid', code: 'invalid', errors: {}, problems }, { status: 400 }),
    });
    const user = userEvent.setup();
    await user.clear(await field('Question'));
    await user.click(save());
    const list = await screen.findByRole('group', { name: 'Not saved yet' });
    expect(document.activeElement).toBe(list);
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Question (English): Field is required',
      'Answer (Français): Field length must be greater than 0, and must be less than 100',
      'strange: Something new',
    ]);
    const question = await field('Question');
    expect(question.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(question.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Field is required');
    await user.click(within(list).getByRole('button', { name: /^Answer/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer' })));
    expect(tab(/Français/).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('textbox', { name: 'Answer' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('OPS-02 a draft survives a reload, until it is saved or discarded', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', answers);
    await replace('Question', 'Which games cost nothing?');
    cleanup();

    open('/demo/site/faq', answers);
    const rows = within(await screen.findByRole('list', { name: 'FAQ' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent.includes('Unsaved changes'))).toEqual([true, false]);
    cleanup();

    open('/demo/site/faq/12', answers);
    expect((await field('Question')).value).toBe('Which games cost nothing?');
    const user = userEvent.setup();
    expect(screen.getByText(/Changes that you had not saved are here again/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard them' }));
    expect((await field('Question')).value).toBe('Which games are free?');
    expect(screen.queryByText(/not saved are here again/)).toBeNull();
    cleanup();

    open('/demo/site/faq/12', answers);
    expect((await field('Question')).value).toBe('Which games are free?');
    await replace('Question', 'Saved now');
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
    expect(server.sent).toEqual([{ version: 3, question: 'Saved now' }]);
  });

  test('OPS-02 a draft on an older version is merged with the newest', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', answers);
    await replace('Question', 'Mine');
    cleanup();
    server.entry = { ...ENTRY, answer: '<p>Theirs.</p>', version: 4 };
    open('/demo/site/faq/12', answers);
    expect((await field('Question')).value).toBe('Mine');
    expect((await field('Answer')).value).toBe('<p>Theirs.</p>');
    expect(screen.getByText(/also changed elsewhere: Answer \(English\)\./)).toBeTruthy();
    await userEvent.click(save());
    await waitFor(() => expect(server.sent).toEqual([{ version: 4, question: 'Mine' }]));
  });

  test('OPS-02 changes of different fields merge by themselves, and a line says so', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', answers);
    await replace('Question', 'Mine');
    const fr = { ...ENTRY.translations.fr, answer: '<p>Les gratuits.</p>' };
    server.entry = { ...ENTRY, answer: '<p>Theirs.</p>', translations: { fr }, version: 4 };
    await userEvent.click(save());
    expect(
      await screen.findByText(/^Ann Archer also changed this \(.*\): Answer \(English\) and Answer \(Français\)\./),
    ).toBeTruthy();
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(server.sent.map(({ version }) => version)).toEqual([3, 4]);
    expect(server.entry).toMatchObject({
      question: 'Mine',
      answer: '<p>Theirs.</p>',
      translations: { fr },
      version: 5,
    });
    expect((await field('Answer')).value).toBe('<p>Theirs.</p>');
  });

  test('OPS-02 a field that both changed is shown side by side, mine first, and one save keeps the choice', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', answers);
    await replace('Question', 'Mine');
    await replace('Answer', '<p>My answer.</p>');
    server.entry = { ...ENTRY, question: 'Theirs', version: 4 };
    const user = userEvent.setup();
    await user.click(save());
    const list = await screen.findByRole('group', { name: /^You and Ann Archer changed the same field/ });
    expect(document.activeElement).toBe(list);
    const sides = within(screen.getByRole('group', { name: 'Question (English): which one?' }));
    const texts = sides.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');
    expect(texts.map((text) => text.replaceAll(/(added|removed): /g, '|'))).toEqual([
      'Yours|Which games are free?|Mine',
      'By Ann Archer|Which games are free?|Theirs',
      'What it wasWhich games are free?',
    ]);
    expect(sides.getByRole<HTMLInputElement>('radio', { name: /^Yours/ }).checked).toBe(true);
    expect((await field('Question')).value).toBe('Mine');
    expect(server.entry.question).toBe('Theirs');

    await user.click(sides.getByRole('radio', { name: /^By Ann Archer/ }));
    expect((await field('Question')).value).toBe('Theirs');
    await user.type(await field('Question'), ' and more');
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Question (English): which one?' })).toBeNull();
    expect(server.sent.at(-1)).toEqual({ version: 4, question: 'Theirs and more', answer: '<p>My answer.</p>' });
  });

  test('OPS-02 saves of one form wait for each other and do not conflict', async () => {
    const { server, answers } = fake();
    const waiting: (() => void)[] = [];
    const patch = answers['PATCH channels/1/faq/12'];
    open('/demo/site/faq/12', {
      ...answers,
      'PATCH channels/1/faq/12': async (request) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return patch ? patch(request) : refused(404, 'not_found');
      },
    });
    await replace('Question', 'One');
    fireEvent.click(save());
    await waitFor(() => expect(waiting).toHaveLength(1));
    await replace('Question', 'Two');
    fireEvent.click(save());
    fireEvent.click(save());
    waiting[0]?.();
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.();
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(server.sent).toEqual([
      { version: 3, question: 'One' },
      { version: 4, question: 'Two' },
    ]);
  });

  test('OPS-02 an entry that was removed meanwhile is brought back with what was typed', async () => {
    const { server, answers } = fake();
    const versions: Revision[] = [
      { version: 4, at: 1_800_000_100, by: { id: 2, name: 'Ann Archer' }, body: null },
      { version: 3, at: 1_800_000_000, by: null, body: { ...ENTRY } },
    ];
    let isGone = true;
    open('/demo/site/faq/12', {
      ...answers,
      'PATCH channels/1/faq/12': (request) =>
        isGone ? conflict(null) : (answers['PATCH channels/1/faq/12'] ?? (() => refused(404, 'x')))(request),
      'GET channels/1/revisions/faq/12': () => ok(versions),
      'POST channels/1/revisions/faq/12/restore': async (request) => {
        server.sent.push(await sentBody(request));
        isGone = false;
        server.entry = { ...ENTRY, version: 5 };
        return ok({ kind: 'faq', id: 12, version: 5 });
      },
    });
    const user = userEvent.setup();
    await replace('Question', 'Mine');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('Ann Archer removed this');
    expect((await field('Question')).value).toBe('Mine');
    expect(save()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Bring it back and save' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(server.sent).toEqual([
      { revision: 3, version: null },
      { version: 5, question: 'Mine' },
    ]);
    expect(server.entry.question).toBe('Mine');
  });

  test('OPS-02 the address of a removed entry offers to bring it back', async () => {
    const { server, answers } = fake();
    let rows: FaqItem[] = [OTHER];
    const versions: Revision[] = [
      { version: 4, at: 1_800_000_100, by: { id: 2, name: 'Ann Archer' }, body: null },
      { version: 3, at: 1_800_000_000, by: null, body: { ...ENTRY } },
    ];
    open('/demo/site/faq/12', {
      ...answers,
      'GET channels/1/faq': () => ok(rows),
      'GET channels/1/revisions/faq/12': () => ok(versions),
      'POST channels/1/revisions/faq/12/restore': async (request) => {
        server.sent.push(await sentBody(request));
        rows = [{ ...ENTRY, version: 5 }, OTHER];
        return ok({ kind: 'faq', id: 12, version: 5 });
      },
    });
    expect(await screen.findByText(/^Ann Archer removed it/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Bring it back' }));
    expect((await field('Question')).value).toBe('Which games are free?');
    cleanup();
    open('/demo/site/faq/99', answers);
    expect(await screen.findByText('It was removed, or the address is wrong.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Bring it back' })).toBeNull();
  });

  test('OPS-02 an earlier version is compared, restored, and the restoring undone', async () => {
    const { server, answers } = fake({}, { ...ENTRY, answer: '<p>Those marked <b>Open</b>.</p>', version: 4 });
    const now = server.entry;
    const versions: Revision[] = [
      { version: 4, at: 1_800_000_100, by: { id: 2, name: 'Ann Archer' }, body: { ...now } },
      { version: 3, at: 1_800_000_000, by: null, body: { ...ENTRY } },
    ];
    open('/demo/site/faq/12', {
      ...answers,
      'GET channels/1/revisions/faq/12': () => ok(versions),
      'POST channels/1/revisions/faq/12/restore': async (request) => {
        const { revision, version } = await sentBody(request);
        server.sent.push({ revision, version });
        server.entry = { ...(revision === 3 ? ENTRY : now), version: Number(version) + 1 };
        return ok({ kind: 'faq', id: 12, version: server.entry.version });
      },
    });
    const user = userEvent.setup();
    await field('Question');
    await user.click(screen.getByText('Earlier versions'));
    const list = within(await screen.findByRole('list', { name: 'Earlier versions' }));
    const [newest, earlier] = list.getAllByRole('listitem');
    expect(newest?.textContent).toContain('Ann ArcherCurrent');
    expect(earlier?.textContent).toContain('Server');
    await user.click(list.getByRole('link', { name: /^Compare the version of/ }));
    const changes = within(await screen.findByRole('region', { name: /^Changes since/ }));
    expect(changes.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Answer (English)']);
    const text = changes.getByRole('definition');
    expect(text.querySelector('del')?.textContent).toBe('removed: Free');
    expect(text.querySelector('ins')?.textContent).toBe('added: Open');

    await user.click(changes.getByRole('button', { name: /^Restore the version of/ }));
    await waitFor(async () => expect((await field('Answer')).value).toBe('<p>Those marked Free.</p>'));
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(async () => expect((await field('Answer')).value).toBe('<p>Those marked <b>Open</b>.</p>'));
    expect(server.sent).toEqual([
      { revision: 3, version: 4 },
      { revision: 4, version: 5 },
    ]);
    // The draft is clean.
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  test('UI-18 the earlier versions load, fail with a retry, and may be none yet', async () => {
    const lists = [refused(400, 'invalid'), ok([])];
    open('/demo/site/faq/12?version=2', {
      ...fake().answers,
      'GET channels/1/revisions/faq/12': () => lists.shift() ?? ok([]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No earlier versions yet/)).toBeTruthy();
    expect((await field('Question')).value).toBe('Which games are free?');
  });

  test('OPS-02 a link leads to a page, a section or an address that is typed, and a game is found by name', async () => {
    const sent: Sent[] = [];
    const asks: string[] = [];
    const slide = {
      id: 5,
      version: 1,
      title: 'One pass',
      text: '',
      image: null,
      link_url: '/tickets',
      link_text: null,
      event_id: 23,
      slidable_type: 'group',
      slidable_id: 8,
      view_name: 'Northridge',
      visible_from: null,
      visible_until: null,
      translations: {},
    };
    const page = {
      id: 1,
      version: 1,
      url: '/tickets',
      alt_name: 'tickets',
      name: 'Tickets',
      content: '',
      translations: {},
    };
    const about = { ...page, id: 2, url: '/about', name: 'About us' };
    open('/demo/site/slides/5', {
      'GET session': () => ok(SESSION),
      'GET channels/1/slides': () => ok([slide]),
      'GET channels/1/pages': () => ok([page, about]),
      'GET channels/1/names': ({ url }) => {
        const query = new URL(url).searchParams;
        asks.push([...query.values()].join(' '));
        if (query.get('kind') === 'group') return ok([named(8, 'Northridge'), named(9, 'Southridge')]);
        return ok([named(7, 'Hawks @ Wolves', 1_800_000_000)]);
      },
      'PATCH channels/1/slides/5': async (request) => {
        const { version, ...fields } = await sentBody(request);
        sent.push(fields);
        return ok({ ...slide, ...fields, version: Number(version) + 1 });
      },
    });
    const user = userEvent.setup();
    const target = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Button leads to' });
    await waitFor(() => expect(target.selectedOptions[0]?.textContent).toBe('Tickets (/tickets)'));
    const names = within(target)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toContain('Schedule');
    expect(names.filter((name) => name.startsWith('About'))).toEqual(['About us (/about)']);
    await user.selectOptions(target, 'On demand');
    const game = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Game' });
    expect(game.selectedOptions[0]?.textContent).toBe('Number 23');
    await user.click(save());
    await waitFor(() => expect(sent).toEqual([{ link_url: '/vod' }]));

    await user.selectOptions(target, 'Another address…');
    await user.clear(screen.getByRole('textbox', { name: 'Address' }));
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://club.example');
    await user.selectOptions(game, await within(game).findByText(/^Hawks @ Wolves/));
    const school = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Which one' });
    expect(school.selectedOptions[0]?.textContent).toBe('Northridge');
    expect(asks).toEqual(expect.arrayContaining(['event 23', 'group 8']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shown on' }), 'Home');
    expect(screen.queryByRole('combobox', { name: 'Which one' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Visible from'), { target: { value: '2026-11-20T19:00' } });
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({
      link_url: 'https://club.example',
      event_id: 7,
      slidable_type: 'main',
      slidable_id: null,
      visible_from: { local: '2026-11-20T19:00', zone: 'Europe/Sofia', offset: null },
    });
  });

  test('OPS-02 a page is created under its address', async () => {
    const sent: Sent[] = [];
    open('/demo/site/pages/new', {
      'GET session': () => ok(SESSION),
      'GET channels/1/pages': () => ok([]),
      'POST channels/1/pages': async (request) => {
        const fields = await sentBody(request);
        sent.push(fields);
        return ok({ ...fields, id: 4, version: 1, translations: {} });
      },
    });
    await replace('Address', '/season/tickets');
    await replace('Title', 'Tickets');
    await userEvent.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    const empty = { image: null, visible_from: null, visible_until: null };
    expect(sent).toEqual([{ url: '/season/tickets', name: 'Tickets', content: '', ...empty }]);
  });

  test('OPS-02 a page that moves keeps its former address, unless it is given up, and is shown as it is typed', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    const sent: Sent[] = [];
    const page = { ...PAGE, version: 1 };
    open('/demo/site/pages/4', {
      'GET session': () => ok(SESSION),
      'GET channels/1/pages': () => ok([page]),
      'GET channels/1/colours': () => ok({ ...DEFAULT_SETTINGS, id: 1, version: 1 }),
      'GET channels/1/redirects': () =>
        ok([
          { id: 1, version: 1, path: '/old', page_id: 4 },
          { id: 2, version: 1, path: '/other', page_id: 5 },
        ]),
      'PATCH channels/1/pages/4': async (request) => {
        const { version, ...fields } = await sentBody(request);
        sent.push(fields);
        return ok({ ...page, url: String(fields['url']), version: Number(version) + 1 });
      },
    });
    expect(await screen.findByText('/old')).toBeTruthy();
    expect(screen.queryByText('/other')).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Give up the old address' })).toBeNull();
    await replace('Address', '/moved');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => expect(submit).toHaveBeenCalled());
    const draft = document.querySelector<HTMLInputElement>('input[name="draft"]')?.value ?? '{}';
    expect(JSON.parse(draft)).toMatchObject({ item: 4, page: { url: '/moved', name: 'Tickets' } });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('checkbox', { name: 'Give up the old address' }));
    await user.click(save());
    await waitFor(() => expect(sent).toEqual([{ url: '/moved', drops_path: true }]));
    submit.mockRestore();
  });

  test('OPS-02 an entry is removed from its form, which leads back to the list with Undo', async () => {
    const { server, answers } = fake();
    open('/demo/site/faq/12', {
      ...answers,
      'DELETE channels/1/faq/12': () => {
        server.entry = OTHER;
        server.extra = [];
        return ok({ id: 12, version: 4 });
      },
    });
    await field('Question');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'FAQ' })).toBeTruthy();
    expect(await screen.findByText('“Which games are free?” was removed.')).toBeTruthy();
    expect(asked).toContain('DELETE channels/1/faq/12?version=3');
    expect(screen.queryByRole('link', { name: 'Which games are free?' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Which devices?' })).toBeTruthy();
  });

  test('UI-18 a form that cannot be loaded can be tried again', async () => {
    const answers = [refused(400, 'invalid')];
    const { answers: others } = fake();
    open('/demo/site/faq/12', {
      ...others,
      'GET channels/1/faq': (request) => answers.shift() ?? (others['GET channels/1/faq'] ?? (() => ok([])))(request),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await field('Question')).value).toBe('Which games are free?');
  });
});
