import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session, Team, TeamMember } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';

const ODESSA: TeamMember = {
  id: 1,
  name: 'Odessa Owens',
  email: 'owner@demo.test',
  role: 'owner',
  has_second_factor: false,
  last_seen_at: 1_800_000_000,
  is_last_owner: true,
};
const ANN: TeamMember = {
  ...ODESSA,
  id: 2,
  name: 'Ann Archer',
  email: 'ann@demo.test',
  role: 'editor',
  has_second_factor: true,
  last_seen_at: null,
  is_last_owner: false,
};
const TEAM: Team = {
  members: [ANN, ODESSA],
  invitations: [],
  roles: [
    { role: 'owner', may: ['manage_team', 'edit_site'] },
    { role: 'editor', may: ['edit_site'] },
    { role: 'support', may: [] },
  ],
};
const BEN = {
  id: 7,
  email: 'ben@demo.test',
  role: 'support' as const,
  invited_by: 'Odessa Owens',
  created_at: 1_800_000_000,
  expires_at: 1_800_604_800,
};

const session = (may: Session['channels'][number]['may']): Session => ({
  ...OWNER,
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may }],
});

const withTeam = (team: () => Team, more: Answers = {}): Answers => ({
  'GET session': () => ok(session(['manage_team'])),
  'GET channels/1/team': () => ok(team()),
  ...more,
});

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('team', () => {
  test('OPS-01 people are shown with role, second factor and last visit, and the last owner stays', async () => {
    open(
      '/demo/team',
      withTeam(() => TEAM),
    );
    const people = within(await screen.findByRole('list', { name: 'People' }));
    const [ann, odessa] = people.getAllByRole('listitem');
    expect(ann?.textContent).toContain('ann@demo.test');
    expect(ann?.textContent).toContain('Second factor on');
    expect(ann?.textContent).toContain('Not logged in lately');
    expect(odessa?.textContent).toContain('You');
    expect(odessa?.textContent).toContain('No second factor');
    for (const action of ['Change role of', 'Remove']) {
      const off = screen.getByRole<HTMLButtonElement>('button', { name: `${action} Odessa Owens` });
      expect(off.disabled).toBe(true);
      const reason = document.getElementById(off.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toContain('The last owner cannot leave');
      expect(screen.getByRole<HTMLButtonElement>('button', { name: `${action} Ann Archer` }).disabled).toBe(false);
    }
    expect(screen.getByText('No open invitations')).toBeTruthy();
    const row = screen.getByRole('row', { name: /^Edit the site/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Yes', 'Yes', 'No']);
  });

  test('OPS-01 a role is changed and a member removed, once the sheet has said what happens', async () => {
    let team = TEAM;
    const bodies: unknown[] = [];
    open(
      '/demo/team',
      withTeam(() => team, {
        'PATCH channels/1/team/2': async (request) => {
          bodies.push(await request.json());
          team = { ...TEAM, members: [{ ...ANN, role: 'support' }, ODESSA] };
          return ok({ id: 2, role: 'support' });
        },
        'DELETE channels/1/team/2': () => {
          team = { ...TEAM, members: [ODESSA] };
          return ok({ id: 2, role: null });
        },
      }),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Change role of Ann Archer' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Change role of Ann Archer' }));
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Change role to Editor' }).disabled).toBe(true);
    await user.selectOptions(sheet.getByLabelText('Role'), 'Support');
    await user.click(sheet.getByRole('button', { name: 'Change role to Support' }));
    const people = within(screen.getByRole('list', { name: 'People' }));
    expect(await people.findByText('Support')).toBeTruthy();
    expect(bodies).toEqual([{ role: 'support' }]);

    await user.click(screen.getByRole('button', { name: 'Remove Ann Archer' }));
    const asking = within(screen.getByRole('dialog', { name: 'Remove Ann Archer?' }));
    expect(asking.getByText(/Ann Archer loses access to Northline at once/)).toBeTruthy();
    await user.click(asking.getByRole('button', { name: 'Cancel' }));
    expect(asked).not.toContain('DELETE channels/1/team/2');
    await user.click(screen.getByRole('button', { name: 'Remove Ann Archer' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove Ann Archer' }));
    expect(await screen.findByText('Ann Archer was removed.')).toBeTruthy();
    expect(screen.queryByText('ann@demo.test')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'People' })).getByText('owner@demo.test')).toBeTruthy();
  });

  test('OPS-01 an invitation is sent, sent again and withdrawn; refusals say why', async () => {
    let team = TEAM;
    const answers = [refused(409, 'already_in_team'), refused(429, 'too_many', { 'retry-after': '120' })];
    const sent: unknown[] = [];
    open(
      '/demo/team',
      withTeam(() => team, {
        'POST channels/1/invitations': async (request) => {
          sent.push(await request.json());
          const answer = answers.shift();
          if (answer) return answer;
          team = { ...TEAM, invitations: [BEN] };
          return ok(BEN);
        },
        'POST channels/1/invitations/7/resend': () => ok(BEN),
        'DELETE channels/1/invitations/7': () => {
          team = TEAM;
          return ok({ id: 7 });
        },
      }),
    );
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Email address'), 'ben@demo.test');
    await user.selectOptions(screen.getByLabelText('Role'), 'Support');
    await user.selectOptions(screen.getByLabelText('Language of the email'), 'Français');
    const send = screen.getByRole('button', { name: 'Send invitation' });
    await user.click(send);
    expect((await screen.findByRole('alert')).textContent).toBe('This person is already in the team.');
    await user.click(send);
    expect(await screen.findByText(/Try again in 2 minutes/)).toBeTruthy();
    await user.click(send);
    const list = within(await screen.findByRole('list', { name: 'Open invitations' }));
    expect(list.getByRole('listitem').textContent).toContain('Invited by Odessa Owens');
    expect(sent.at(-1)).toEqual({ email: 'ben@demo.test', role: 'support', language: 'fr' });
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('');

    await user.click(screen.getByRole('button', { name: 'Send again to ben@demo.test' }));
    const again = within(screen.getByRole('dialog', { name: 'Send the invitation again?' }));
    expect(again.getByText(/The earlier link stops working/)).toBeTruthy();
    await user.click(again.getByRole('button', { name: 'Send again' }));
    expect(asked).toContain('POST channels/1/invitations/7/resend');
    await user.click(screen.getByRole('button', { name: 'Withdraw the invitation to ben@demo.test' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('No open invitations')).toBeTruthy();
  });

  test('OPS-01 a failed list can be asked for again, and other roles are told', async () => {
    const answers = [refused(400, 'invalid'), ok(TEAM)];
    open('/demo/team', { ...withTeam(() => TEAM), 'GET channels/1/team': () => answers.shift() ?? ok(TEAM) });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ann@demo.test')).toBeTruthy();
    cleanup();
    asked.length = 0;
    open('/demo/team', { 'GET session': () => ok(session(['edit_site'])) });
    expect(await screen.findByText('Only owners can manage the team of a channel.')).toBeTruthy();
    expect(asked).not.toContain('GET channels/1/team');
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
  });

  test('OPS-01 T27 an open page loses the channel when the operator was removed', async () => {
    let current = session(['manage_team']);
    open('/demo/team', {
      ...withTeam(() => TEAM),
      'GET session': () => ok(current),
      'POST channels/1/invitations': () => {
        current = { ...current, channels: [] };
        return refused(404, 'not_found');
      },
    });
    await userEvent.type(await screen.findByLabelText('Email address'), 'ben@demo.test{Enter}');
    expect(await screen.findByText('No channels yet')).toBeTruthy();
    expect(screen.queryByText('ann@demo.test')).toBeNull();
  });
});
