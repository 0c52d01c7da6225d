import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry, AuditOperator, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const ENTRY: AuditEntry = {
  id: 12,
  at: Date.UTC(2026, 10, 18, 3, 30) / 1000,
  actor: { kind: 'operator', id: 3, name: 'Odessa Owens', email: 'owner@demo.test' },
  action: 'set_embed_hosts',
  subject: 'demo',
  before: [],
  after: ['club.example', '*.club.example'],
  detail: { role: 'owner' },
};
const MOVED: AuditEntry = {
  ...ENTRY,
  id: 11,
  actor: { kind: 'provider', id: null, name: null, email: null },
  action: 'move_order',
  subject: 'order 7',
  before: 'processing',
  after: 'paid',
  detail: { fact: { succeeded: { amount: 4999 } }, brand_new: 1 },
};
const GONE: AuditEntry = {
  ...ENTRY,
  id: 10,
  actor: { kind: 'operator', id: 9, name: null, email: null },
  action: 'log_out',
  subject: '',
  before: null,
  after: null,
  detail: {},
};
const PEOPLE: AuditOperator[] = [
  { id: 3, name: 'Odessa Owens', email: 'owner@demo.test' },
  { id: 4, name: '', email: 'editor@demo.test' },
];
const SESSION: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: ['see_audit'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'editor', may: ['edit_site'] },
  ],
};
const meta = (next: number | null = null) => ({ limit: 50, next, time_zone: 'America/Toronto' });

const answers = (more: Answers = {}): Answers => ({
  'GET session': () => ok(SESSION),
  'GET channels/1/audit/operators': () => ok(PEOPLE),
  'GET channels/1/audit': () => ok([ENTRY, MOVED, GONE], meta()),
  ...more,
});

const rows = async () => within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem');

async function row(index: number): Promise<HTMLElement> {
  const found = (await rows())[index];
  if (!found) throw new Error(`there is no row ${index}`);
  return found;
}

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('audit log', () => {
  test('OPS-01 an entry shows the time in the channel’s zone, the operator, the action, and the values before and after', async () => {
    open('/demo/audit', answers());
    const [changed, moved, gone] = [await row(0), await row(1), await row(2)];
    expect(changed.textContent).toContain('Odessa Owens');
    expect(changed.textContent).toContain('owner@demo.test');
    expect(changed.textContent).toContain('Changed the sites that may embed the player');
    // Half past three in the morning of the 18th is still the 17th in Toronto.
    expect(changed.querySelector('time')?.textContent).toMatch(/17.*(10|22):30/);
    expect(screen.getByText('Times are in the time zone America/Toronto.')).toBeTruthy();
    const fold = within(changed).getByRole('group');
    expect(fold).toHaveProperty('open', false);
    const facts = within(fold).getAllByRole('definition', { hidden: true });
    expect(facts.map(({ textContent }) => textContent)).toEqual(['Nothing', 'club.example\n*.club.example', 'owner']);
    expect(moved.textContent).toContain('Payment provider');
    expect(moved.textContent).toContain('Beforeprocessing');
    expect(moved.textContent).toContain('brand_new1');
    expect(gone.textContent).toContain('Deleted operator 9');
    expect(within(gone).queryByRole('group')).toBeNull();
  });

  test('OPS-01 people and actions narrow the log at once, days and text when they are applied', async () => {
    open('/demo/audit', {
      ...answers(),
      'GET channels/1/audit?action=log_out&operator=4': () => ok([GONE], meta()),
      'GET channels/1/audit?action=log_out&operator=4&from=2026-11-01&q=order': () => ok([], meta()),
    });
    const user = userEvent.setup();
    expect(await rows()).toHaveLength(3);
    await screen.findByRole('option', { name: 'editor@demo.test' });
    await user.selectOptions(screen.getByLabelText('Who'), '4');
    await user.selectOptions(screen.getByLabelText('Action'), 'Logged out');
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(asked).toContain('GET channels/1/audit?action=log_out&operator=4');
    const file = screen.getByRole('link', { name: 'Download CSV' });
    expect(file.getAttribute('href')).toBe('/console/api/channels/1/audit.csv?action=log_out&operator=4');
    await user.type(screen.getByLabelText('From'), '2026-11-01');
    await user.type(screen.getByLabelText('Subject contains'), ' order{Enter}');
    expect(await screen.findByText('No entries match')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
    await user.click(within(screen.getByRole('search')).getByRole('link', { name: 'Clear filters' }));
    expect(await rows()).toHaveLength(3);
    expect(screen.getByLabelText('Subject contains')).toHaveProperty('value', '');
    expect(screen.getByLabelText('From')).toHaveProperty('value', '');
    await user.click(screen.getByRole('link', { name: 'Odessa Owens' }));
    expect(screen.getByLabelText('Who')).toHaveProperty('value', '3');
  });

  test('OPS-01 a former team member can still be searched for', async () => {
    open('/demo/audit?who=9', answers());
    await rows();
    expect(screen.getByLabelText('Who')).toHaveProperty('value', '9');
    expect(screen.getByRole('option', { name: 'Deleted operator 9' })).toBeTruthy();
    expect(asked).toContain('GET channels/1/audit?operator=9');
  });

  test('OPS-01 the next part is loaded from where the last one ended, and a failure to do so says so', async () => {
    let tries = 0;
    open('/demo/audit', {
      ...answers(),
      'GET channels/1/audit': () => ok([ENTRY], meta(12)),
      'GET channels/1/audit?cursor=12': () => ((tries += 1) === 1 ? refused(404, 'not_found') : ok([MOVED], meta())),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    expect(await rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Changed an order', { selector: 'p' })).toBeTruthy();
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('OPS-01 an empty log and a failed one say so, and the failed one can be tried again', async () => {
    let tries = 0;
    const empty = () => ((tries += 1) === 1 ? refused(404, 'not_found') : ok([], meta()));
    open('/demo/audit', { ...answers(), 'GET channels/1/audit': empty });
    expect((await screen.findByRole('alert')).textContent).toContain('The audit log could not be loaded.');
    await userEvent.setup().click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });

  test('T27 an operator without access to the log sees neither its screen nor its link', async () => {
    open('/demo2/audit', answers());
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
    expect(asked).toEqual(['GET session']);
  });
});
