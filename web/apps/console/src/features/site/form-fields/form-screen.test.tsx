import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormField, FormItem, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER } from '../../../testing/open-console.tsx';
import { NEW_FIELD } from './form-field-list.ts';

const SESSION: Session = {
  ...OWNER,
  channels: [
    {
      ...PLAIN_CHANNEL,
      id: 1,
      alias: 'demo',
      name: 'Northline',
      role: 'editor',
      may: ['edit_site', 'see_form_answers'],
    },
  ],
};
const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  ...NEW_FIELD,
  name,
  label: name.toUpperCase(),
  ...more,
});
const CONTACTS: FormItem = {
  id: 1,
  version: 2,
  alias: 'contacts',
  title: 'Write to us',
  description: 'We answer soon.',
  submit_text: '',
  success_text: '',
  fields: [
    field('a'),
    field('b', { type: 'email', required: true }),
    field('c', { translations: { fr: { label: 'SÉ' } } }),
  ],
  translations: {},
};
const OTHER: FormItem = { ...CONTACTS, id: 2, alias: 'survey', title: 'Survey', fields: [field('x')] };

type Sent = Record<string, unknown>;

function fake(more: Answers = {}) {
  const sent: Sent[] = [];
  const answers: Answers = {
    'GET session': () => ok(SESSION),
    'GET channels/1/forms': () => ok([CONTACTS, OTHER]),
    'PATCH channels/1/forms/1': async (request) => {
      const { version, ...fields } = (await request.json()) as Sent;
      sent.push({ version, ...fields });
      return ok({ ...CONTACTS, ...fields, version: 3 });
    },
    ...more,
  };
  return { sent, answers };
}

const fields = async () => within(await screen.findByRole('list', { name: 'Fields' }));
const labels = async () =>
  (await fields()).getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent?.slice(0, 1));
const save = () => screen.getByRole('button', { name: 'Save' });

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
  localStorage.clear();
});

describe('form of a form', () => {
  test('OPS-02 fields are added, changed, moved by keyboard and removed, and sent as one list', async () => {
    const { sent, answers } = fake();
    open('/demo/site/forms/1', answers);
    const user = userEvent.setup();
    expect(await labels()).toEqual(['A', 'B', 'C']);
    const first = (await fields()).getByRole('button', { name: /^A/ });
    first.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await labels()).toEqual(['B', 'A', 'C']);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^A/));
    await user.click(screen.getByRole('button', { name: 'Remove B' }));
    await user.click(screen.getByRole('button', { name: 'Add a field' }));
    const label = await screen.findByRole('textbox', { name: 'Label' });
    await user.type(label, 'Kind');
    await user.type(screen.getByRole('textbox', { name: 'Label (Français)' }), 'Sorte');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Choice from a list');
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Adult');
    await user.click(screen.getByRole('checkbox', { name: 'Has to be filled in' }));
    await user.click(save());
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy();
    expect(sent).toEqual([
      {
        version: 2,
        fields: [
          CONTACTS.fields[0],
          CONTACTS.fields[2],
          {
            ...NEW_FIELD,
            label: 'Kind',
            type: 'select',
            required: true,
            options: [{ value: '', label: 'Adult' }],
            translations: { fr: { label: 'Sorte' } },
          },
        ],
      },
    ]);
  });

  test('OPS-02 a field is dragged to another place', async () => {
    const { answers } = fake();
    open('/demo/site/forms/1', answers);
    const rows = (await fields()).getAllByRole('listitem');
    const grip = rows[2]?.querySelector('[draggable]');
    const [target] = rows;
    if (!grip || !target) throw new Error('there is no grip');
    const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: '' };
    fireEvent.dragStart(grip, { dataTransfer });
    fireEvent.dragOver(target, { dataTransfer });
    fireEvent.drop(target, { dataTransfer });
    expect(await labels()).toEqual(['C', 'A', 'B']);
  });

  test('ERR-08 a problem opens its field, and the list of problems leads there', async () => {
    const problem = { field: 'fields.1.label', code: 'required', params: {}, message: 'x' };
    const { answers } = fake({
      'PATCH channels/1/forms/1': () =>
        Response.json({ message: 'x', code: 'invalid', errors: {}, problems: [problem] }, { status: 400 }),
    });
    open('/demo/site/forms/1', answers);
    const user = userEvent.setup();
    await user.click((await fields()).getByRole('button', { name: /^B/ }));
    await user.clear(screen.getByRole('textbox', { name: 'Label' }));
    await user.click(screen.getByRole('button', { name: /^New field/ }));
    expect(screen.queryByRole('textbox', { name: 'Label' })).toBeNull();
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: /^Fields: 2, Label:/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Label' })));
  });

  test('OPS-02 the preview follows what is typed, and the answers are a link away', async () => {
    const { answers } = fake();
    open('/demo/site/forms/1', answers);
    const user = userEvent.setup();
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('textbox', { name: /^A/ })).toBeTruthy();
    expect(preview.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: 'Text of the button' }), 'Go');
    expect(preview.getByRole('button', { name: 'Go' })).toBeTruthy();
    expect(preview.getByRole('link', { name: 'See answers' }).getAttribute('href')).toBe('/console/demo/answers/1');
  });

  test('FORM-01 a form with answers is not removed, and the reason is said', async () => {
    const refusal = { message: 'x', code: 'has_answers', errors: {}, problems: [] };
    const { answers } = fake({ 'DELETE channels/1/forms/1': () => Response.json(refusal, { status: 409 }) });
    open('/demo/site/forms', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove Write to us' }));
    expect(await screen.findByText('“Write to us” has answers. Delete them first, then the form.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Write to us' })).toBeTruthy();
  });
});
