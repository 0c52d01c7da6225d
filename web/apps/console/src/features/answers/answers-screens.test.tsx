import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnsweredForm, FormAnswer, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const channel = { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor' } as const;
const SESSION: Session = {
  ...OWNER,
  channels: [{ ...channel, may: ['edit_site', 'see_form_answers', 'delete_form_answers'] }],
};
const FORM: AnsweredForm = {
  id: 3,
  alias: 'survey',
  title: 'Fan survey',
  fields: [
    {
      name: 'kind',
      label: 'Kind of seat',
      type: 'select',
      required: true,
      min_length: 0,
      max_length: 80,
      placeholder: '',
      options: [{ value: 'a', label: 'Adult' }],
    },
  ],
  translations: {},
  answers: 2,
  newest_at: 1_795_000_000,
};
const OTHER: AnsweredForm = { ...FORM, id: 4, alias: 'contacts', title: 'Contacts', answers: 0, newest_at: null };
const answer = (id: number, more: Partial<FormAnswer> = {}): FormAnswer => ({
  id,
  at: 1_795_000_000,
  account_id: null,
  values: { kind: 'a', colour: 'red', news: true },
  ...more,
});
const meta = (next: number | null = null) => ({ limit: 50, next, time_zone: 'Europe/Sofia' });

const answers = (more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/form-answers': () => ok([FORM, OTHER]),
  'GET channels/1/forms/3/answers': () => ok([answer(12), answer(11)], meta()),
  'GET channels/1/forms/3/answers/12': () => ok(answer(12, { account_id: 7 })),
  ...more,
});

const list = async () => within(await screen.findByRole('list', { name: 'Answers, newest first' }));

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('answers to forms', () => {
  test('FORM-01 the forms lead to their answers', async () => {
    open('/demo/answers', answers());
    const forms = within(await screen.findByRole('list', { name: 'Answers' }));
    expect(forms.getByRole('link', { name: 'Fan survey' }).getAttribute('href')).toBe('/console/demo/answers/3');
    expect(forms.getByText(/^2 answers · last /)).toBeTruthy();
    expect(forms.getByText('No answers')).toBeTruthy();
  });

  test('FORM-01 answers are shown in the words of the form, part by part, and narrowed by the address', async () => {
    open(
      '/demo/answers/3',
      answers({
        'GET channels/1/forms/3/answers': () => ok([answer(12)], meta(12)),
        'GET channels/1/forms/3/answers?cursor=12': () => ok([answer(11, { values: { kind: 'gone' } })], meta()),
        'GET channels/1/forms/3/answers?q=red': () => ok([], meta()),
      }),
    );
    const user = userEvent.setup();
    expect((await list()).getByText('Kind of seat: Adult · colour: red · news: Yes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Kind of seat: gone')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/console/api/channels/1/forms/3/answers.csv',
    );
    await user.type(screen.getByRole('searchbox', { name: 'Text of an answer' }), 'red');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('No answers match')).toBeTruthy();
    expect(asked).toContain('GET channels/1/forms/3/answers?q=red');
  });

  test('FORM-01 a long search says how far it came, and goes on', async () => {
    open(
      '/demo/answers/3?find=red',
      answers({
        'GET channels/1/forms/3/answers?q=red': () => ok([], { ...meta(12), searched_until: 1_795_000_000 }),
        'GET channels/1/forms/3/answers?q=red&cursor=12': () => ok([answer(11)], meta()),
      }),
    );
    expect(await screen.findByText('No answers match')).toBeTruthy();
    expect(screen.getByText(/^Searched back to Nov 18, 2026/)).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Search older answers' }));
    expect(await screen.findByText('Kind of seat: Adult · colour: red · news: Yes')).toBeTruthy();
    expect(screen.queryByText(/^Searched back/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search older answers' })).toBeNull();
  });

  test('FORM-01 one answer is shown whole, and deleted after a question', async () => {
    const deleted: string[] = [];
    open(
      '/demo/answers/3/12',
      answers({
        'DELETE channels/1/forms/3/answers/12': ({ url }) => {
          deleted.push(url);
          return ok({ deleted: 1 });
        },
      }),
    );
    const user = userEvent.setup();
    expect(await screen.findByText('From the member with number 7')).toBeTruthy();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Adult', 'red', 'Yes']);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete this answer?' }));
    expect(deleted).toEqual([]);
    await user.click(sheet.getByRole('button', { name: 'Delete 1 answer' }));
    expect(await screen.findByText('1 answer deleted.')).toBeTruthy();
    expect(deleted).toHaveLength(1);
    expect(await list()).toBeTruthy();
  });

  test('FORM-01 all answers are deleted up to the newest that was seen', async () => {
    open('/demo/answers/3', answers({ 'DELETE channels/1/forms/3/answers': () => ok({ deleted: 2 }) }));
    const user = userEvent.setup();
    await list();
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete 2 answers?' }));
    await user.click(sheet.getByRole('button', { name: 'Keep' }));
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete 2 answers?' })).getByRole('button', {
        name: 'Delete 2 answers',
      }),
    );
    await waitFor(() => expect(asked).toContain('DELETE channels/1/forms/3/answers?until=12'));
    expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  });

  test('T27 who may only read gets no button to delete, and others see nothing', async () => {
    const helper: Session = { ...OWNER, channels: [{ ...channel, role: 'support', may: ['see_form_answers'] }] };
    open('/demo/answers/3', answers({ 'GET session': () => ok(helper) }));
    await list();
    expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull();
    cleanup();
    const clerk: Session = { ...OWNER, channels: [{ ...channel, role: 'finance', may: [] }] };
    open('/demo/answers/3', answers({ 'GET session': () => ok(clerk) }));
    expect(await screen.findByText('You do not have access')).toBeTruthy();
  });

  test('ERR-01 an error is said with a way to try again, and an answer that is gone is said to be', async () => {
    let works = false;
    open(
      '/demo/answers/3',
      answers({
        'GET channels/1/forms/3/answers': () => (works ? ok([], meta()) : refused(500, 'internal')),
        'GET channels/1/forms/3/answers/99': () => refused(404, 'not_found'),
      }),
    );
    const user = userEvent.setup();
    const retry = await screen.findByRole('button', { name: /again/i }, { timeout: 5000 });
    works = true;
    await user.click(retry);
    expect(await screen.findByText('No answers yet')).toBeTruthy();
    cleanup();
    open('/demo/answers/3/99', answers({ 'GET channels/1/forms/3/answers/99': () => refused(404, 'not_found') }));
    expect(await screen.findByText('This answer is gone')).toBeTruthy();
  });
});
