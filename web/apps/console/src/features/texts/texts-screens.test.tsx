import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LegalPage, Session, TestMail, TextItem } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, wrong } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'support', may: [] },
  ],
};
const standIn = { subject: 'Choose a new password', title: 'Choose one', body: 'You asked.\n\n{{ link }}' };
const RESET: TextItem = {
  id: 5,
  version: 3,
  kind: 'reset_password',
  is_mail: true,
  translations: { en: { subject: 'Your key' } },
  defaults: { en: standIn, fr: { ...standIn, subject: 'Choisissez' }, bg: standIn },
  variables: { subject: ['channel', 'host'], title: ['channel'], body: ['link', 'channel', 'name'] },
};
const COOKIES: TextItem = {
  ...RESET,
  id: 1,
  version: 0,
  kind: 'cookie_notice',
  is_mail: false,
  translations: {},
  variables: { text: [] },
};
const PRIVACY: LegalPage = {
  kind: 'privacy',
  path: '/privacy_policy',
  state: 'notice',
  page: null,
  name: null,
  untranslated: [],
  blanks: [],
  template: { url: '/privacy_policy', name: 'Privacy policy', content: '<p>[Name of the operator]</p>' },
};
const IMPRINT: LegalPage = {
  ...PRIVACY,
  kind: 'imprint',
  path: '/imprint',
  state: 'own',
  page: 7,
  untranslated: ['fr'],
  blanks: ['Country'],
};
const PREVIEW = { subject: 'Your key', text: 'You asked.', html: '<p>You asked.</p>' };

const answers = (more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/texts': () => ok([COOKIES, RESET]),
  'GET channels/1/legal-pages': () => ok([IMPRINT, PRIVACY]),
  'GET channels/1/revisions/text/5': () => ok([]),
  'POST channels/1/texts/5/preview': () => ok(PREVIEW),
  ...more,
});
const withoutLink = () => wrong({ field: 'translations.en.body', code: 'link_missing' });
const bodyOf = async (request: Request): Promise<unknown> => request.json();

beforeAll(loadConsoleMessages);
beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
});
afterEach(cleanup);

describe('TextsScreen', () => {
  test('OPS-02 says of each text whether it is the channel’s own, and what a legal page lacks', async () => {
    open('/demo/texts', answers());
    const mails = within(await screen.findByRole('region', { name: 'Emails about the account' }));
    expect(mails.getByText('Your key')).toBeTruthy();
    expect(mails.getByText('Own text: English')).toBeTruthy();
    const cookies = within(screen.getByRole('region', { name: 'Cookie notice' }));
    expect(cookies.getByText('Default text')).toBeTruthy();
    const legal = within(await screen.findByRole('region', { name: 'Legal pages' }));
    expect(legal.getByText('Country')).toBeTruthy();
    expect(legal.getByText('Not translated: Français')).toBeTruthy();
    expect(legal.getByRole('link', { name: 'Write from a template: Privacy policy' })).toBeTruthy();
  });

  test('OPS-02 is not for other roles', async () => {
    open('/demo2/texts', answers());
    expect(await screen.findByRole('heading', { name: 'Legal and email texts' })).toBeTruthy();
    expect(asked.some((call) => call.includes('texts'))).toBe(false);
  });

  test('ROUTE-25 a legal page begins with the template and is made by Save', async () => {
    const made: unknown[] = [];
    open(
      '/demo/legal/privacy',
      answers({
        'POST channels/1/pages': async (request) => {
          made.push(await bodyOf(request));
          return ok({ ...PRIVACY.template, id: 9, version: 1, alt_name: 'privacy_policy', translations: {} });
        },
      }),
    );
    expect(await screen.findByDisplayValue('/privacy_policy')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^(Save|Create|Add)/ }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toMatchObject({ url: '/privacy_policy', content: '<p>[Name of the operator]</p>' });
  });
});

describe('TextScreen', () => {
  test('CONT-02 saves the words of one language, with a variable where the cursor is', async () => {
    const sent: unknown[] = [];
    open(
      '/demo/texts/reset_password',
      answers({
        'PATCH channels/1/texts/5': async (request) => {
          sent.push(await bodyOf(request));
          return ok({ ...RESET, version: 4 });
        },
      }),
    );
    const subject = await screen.findByRole('textbox', { name: 'Subject' });
    expect(subject).toHaveProperty('value', 'Your key');
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('placeholder', standIn.body);
    const chips = within(screen.getByRole('group', { name: 'Insert into “Text”' }));
    await userEvent.click(chips.getByRole('button', { name: 'First name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      version: 3,
      translations: { en: { subject: 'Your key', body: `${standIn.body}\n\n{{ name }}` } },
    });
  });

  test('T46 a refused text is named at its field', async () => {
    open('/demo/texts/reset_password', answers({ 'PATCH channels/1/texts/5': withoutLink }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), 'Hi');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/The text needs the button/)).length).toBeGreaterThan(0);
    expect(screen.getByRole('textbox', { name: 'Text' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('OPS-02 resets to the default at once, with Undo', async () => {
    const restored: unknown[] = [];
    open(
      '/demo/texts/reset_password',
      answers({
        'PATCH channels/1/texts/5': () => ok({ ...RESET, version: 4, translations: {} }),
        'POST channels/1/revisions/text/5/restore': async (request) => {
          restored.push(await bodyOf(request));
          return ok({ kind: 'text', id: 5, version: 5 });
        },
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Reset to default' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(restored).toEqual([{ revision: 3, version: 4 }]));
  });

  test.each<[string, Partial<TestMail>, string]>([
    ['accepted', {}, 'mx.test:25 accepted the email to owner@demo.test (0.8 s).'],
    ['refused', { outcome: 'refused', problem: '550 no' }, 'mx.test:25 refused the email: 550 no'],
    ['no server', { outcome: 'no_server', server: null }, 'nothing was sent'],
  ])('OPS-02 a test mail says what happened: %s', async (_, told, said) => {
    const sent = { to: 'owner@demo.test', outcome: 'accepted', server: 'mx.test:25', problem: null, took_ms: 812 };
    open('/demo/texts/reset_password', answers({ 'POST channels/1/texts/5/test': () => ok({ ...sent, ...told }) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send test email' }));
    expect(await screen.findByText((text) => text.includes(said))).toBeTruthy();
  });
});
