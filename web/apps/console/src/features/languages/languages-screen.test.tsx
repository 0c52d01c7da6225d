import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session, TranslatedItem, TranslationCheck } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answers, conflict, ok, open, OWNER, PLAIN_CHANNEL, wrong } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] }],
};
const QUESTION: TranslatedItem = {
  kind: 'faq',
  id: 1,
  version: 2,
  name: 'Why?',
  texts: [
    { field: 'question', is_html: false, text: 'Why?', translations: { fr: 'Pourquoi ?' } },
    { field: 'answer', is_html: true, text: '<p>So.</p>', translations: { fr: '<p>Ainsi.</p>', bg: '<p>Така.</p>' } },
  ],
};
const withQuestion = (question: string, version: number): TranslatedItem => ({
  ...QUESTION,
  version,
  texts: QUESTION.texts.map((text) => (text.field === 'question' ? { ...text, translations: { fr: question } } : text)),
});
const PAGE: TranslatedItem = {
  kind: 'page',
  id: 1,
  version: 1,
  name: 'Help',
  texts: [{ field: 'name', is_html: false, text: 'Help', translations: { fr: 'Aide', bg: 'Помощ' } }],
};

const answers = (more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/translations': () => ok([PAGE, QUESTION]),
  ...more,
});
const bodyOf = async (request: Request): Promise<unknown> => request.json();
const edit = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: Why?, Français' }));
  const input = screen.getByRole('textbox', { name: 'Translation into Français' });
  await userEvent.clear(input);
  await userEvent.type(input, text);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
};

beforeAll(loadConsoleMessages);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('LanguagesScreen', () => {
  test('CONT-02 shows each text beside its translations, and only missing ones on request', async () => {
    open('/demo/languages', answers());
    expect(await screen.findByText('Pages · Help · Name')).toBeTruthy();
    expect(screen.getByText(/3 texts · Français: nothing missing · Български: 1 missing/)).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only missing' }));
    expect(await screen.findByText(/^1 text/)).toBeTruthy();
    expect(screen.queryByText('Помощ')).toBeNull();
  });

  test('OPS-02 rich text is edited in the form of its thing, at that language', async () => {
    open('/demo/languages', answers());
    const link = await screen.findByRole('link', { name: 'Edit in the form: So., Français' });
    expect(link.getAttribute('href')).toBe('/console/demo/site/faq/1?language=fr');
  });

  test('T58 keeps another operator’s change of another text, and asks about the same one', async () => {
    const sent: unknown[] = [];
    let theirs = withQuestion('Pourquoi ?', 3);
    open(
      '/demo/languages',
      answers({
        'PATCH channels/1/translations/faq/1': async (request) => {
          const body = await bodyOf(request);
          sent.push(body);
          if (sent.length === 1 || sent.length === 3) return conflict(theirs);
          return ok(withQuestion('Pour quoi ?', 9));
        },
      }),
    );
    await edit('Pour quoi ?');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { version: 2 },
      { version: 3, text: 'Pour quoi ?', language: 'fr', field: 'question' },
    ]);
    expect(await screen.findByText('Pour quoi ?')).toBeTruthy();

    theirs = withQuestion('À quoi bon ?', 10);
    await edit('Comment ?');
    expect(await screen.findByText('À quoi bon ?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(sent[3]).toMatchObject({ version: 10, text: 'Comment ?' });
  });

  test('T58 keeps what is typed over a reload, on the version that it was typed over', async () => {
    const sent: unknown[] = [];
    const app = (stored: TranslatedItem) =>
      open(
        '/demo/languages',
        answers({
          'GET channels/1/translations': () => ok([stored]),
          'PATCH channels/1/translations/faq/1': async (request) => {
            sent.push(await bodyOf(request));
            return conflict(stored);
          },
        }),
      );
    app(QUESTION);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Why?, Français' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Translation into Français' }), ' Oui');
    cleanup();
    app(withQuestion('À quoi bon ?', 5));
    expect(await screen.findByDisplayValue('Pourquoi ? Oui')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Save mine' })).toBeTruthy();
    expect(sent).toMatchObject([{ version: 2, text: 'Pourquoi ? Oui' }]);
  });

  test('OPS-02 the focus is back at the button when the editing ends', async () => {
    open('/demo/languages', answers());
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Why?, Français' }));
    await userEvent.keyboard(' a{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit: Why?, Français' })),
    );
    expect(Object.keys(localStorage).filter((key) => key.startsWith('touchline-draft'))).toEqual([]);
  });
});

const choose = async () => {
  const input = await screen.findByLabelText('PO file');
  await userEvent.upload(input, new File(['msgid "a"'], 'demo-fr.po'));
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
};
const unreadable = () => wrong({ field: 'po', code: 'po_syntax', params: { line: 7 } });

describe('PoSection', () => {
  const result: TranslationCheck = {
    new: 1,
    changed: 0,
    unchanged: 4,
    untranslated: 0,
    stale: 1,
    unknown: 0,
    changes: [
      { kind: 'faq', id: 1, version: 2, name: 'Why?', field: 'question', source: 'Why?', before: null, text: 'Qui ?' },
    ],
    left_out: [{ context: 'faq/1/answer', is_stale: true }],
  };

  test('CONT-02 a file is shown before it is written, and what was not written is named', async () => {
    const sent: unknown[] = [];
    open(
      '/demo/languages',
      answers({
        'POST channels/1/translations/check': () => ok(result),
        'POST channels/1/translations/import': async (request) => {
          sent.push(await bodyOf(request));
          return ok([{ kind: 'faq', id: 1, state: 'conflict', version: null, problems: [] }]);
        },
      }),
    );
    await choose();
    const found = within(await screen.findByRole('region', { name: 'What an import would do' }));
    expect(found.getByText('Qui ?')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(found.getByRole('button', { name: 'Write 1 translation' }));
    expect(await screen.findByText('Why?: changed by another person meanwhile')).toBeTruthy();
    expect(sent).toEqual([
      { language: 'fr', changes: [{ kind: 'faq', id: 1, version: 2, field: 'question', text: 'Qui ?' }] },
    ]);
  });

  test('T34 a file that cannot be read is refused with its line', async () => {
    open('/demo/languages', answers({ 'POST channels/1/translations/check': unreadable }));
    await choose();
    expect(await screen.findByText(/Line 7:/)).toBeTruthy();
  });
});
