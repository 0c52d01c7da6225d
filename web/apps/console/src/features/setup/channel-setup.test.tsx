import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelSetup, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { DEFAULT_SETTINGS } from '@touchline/theme';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused, wrong } from '../../testing/open-console.tsx';

const SESSION: Session = {
  ...OWNER,
  channels: [
    {
      ...PLAIN_CHANNEL,
      id: 1,
      alias: 'lions',
      name: 'Lions TV',
      role: 'owner',
      may: ['manage_channel', 'edit_site'],
      language: 'fr',
    },
  ],
};

const SPORTS = [
  { alias: 'basketball', en: 'Basketball', fr: 'Basket', bg: 'Баскетбол' },
  { alias: 'volleyball', en: 'Volleyball', fr: 'Volley', bg: 'Волейбол' },
];

interface Made extends Record<string, unknown> {
  id: number;
  version: number;
}

/** A server that keeps what the steps make. */
function fake(more: Answers = {}) {
  const setup: ChannelSetup = { is_open: true, look: 'open', sports: 'open', school: 'open', saved_at: 1_800_000_000 };
  const server = { setup, sports: [] as Made[], schools: [] as Made[], teams: [] as Made[], left: [] as unknown[] };
  const list = (name: 'sports' | 'schools' | 'teams', path: string): Answers => ({
    [`GET channels/1/${path}`]: () => ok(server[name]),
    [`POST channels/1/${path}`]: async (request) => {
      const fields: unknown = await request.json();
      const made = { ...(fields as object), id: server[name].length + 1, version: 1 };
      server[name] = [...server[name], made];
      return ok(made);
    },
  });
  const answers: Answers = {
    'GET session': () => ok(SESSION),
    'GET channels/1/setup': () => ok(server.setup),
    'PUT channels/1/setup': async (request) => {
      const body = (await request.json()) as { step: 'look' | 'sports' | 'school'; is_skipped: boolean };
      server.left.push(body);
      server.setup = { ...server.setup, [body.step]: body.is_skipped ? 'skipped' : 'done' };
      return ok(server.setup);
    },
    'GET common-sports': () => ok(SPORTS),
    'GET channels/1/logo': () => ok({ address: null }),
    'GET channels/1/colours': () => ok({ ...DEFAULT_SETTINGS, id: 1, version: 1 }),
    ...list('sports', 'event-categories'),
    ...list('schools', 'participant-groups'),
    ...list('teams', 'participants'),
    'PATCH channels/1/participant-groups/1': async (request) => {
      const { version, ...fields } = (await request.json()) as Made;
      const changed = { ...fields, id: 1, version: version + 1 };
      server.schools = [changed];
      return ok(changed);
    },
    ...more,
  };
  return { server, answers };
}

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('set-up assistant', () => {
  test('OPS-02 it goes on at the first open step, and what is chosen is made once however often the step is left', async () => {
    const { server, answers } = fake();
    server.setup = { ...server.setup, look: 'skipped' };
    open('/lions/setup', answers);
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { level: 1, name: 'Which sports do you show?' })).toBeTruthy();
    await user.click(await screen.findByRole('checkbox', { name: 'Volley' }));
    await user.type(screen.getByLabelText('Other sports'), 'Curling');
    await user.click(screen.getByRole('button', { name: 'Next: first school' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'First school or club' })).toBeTruthy();
    expect(server.sports).toEqual([
      {
        id: 1,
        version: 1,
        name: 'Volley',
        alias: 'volleyball',
        translations: { en: { name: 'Volleyball' }, bg: { name: 'Волейбол' } },
      },
      { id: 2, version: 1, name: 'Curling', alias: 'curling' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    const kept = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Volley' });
    expect([kept.checked, kept.disabled]).toEqual([true, true]);
    expect(screen.getByText('Already added: Curling')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next: first school' }));

    await user.type(await screen.findByLabelText('Name of the school or club'), 'Lions High School');
    expect(screen.getByLabelText<HTMLInputElement>('Short name').value).toBe('LHS');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Volley, Curling/ }).checked).toBe(true);
    await user.type(screen.getByLabelText('City'), 'Plovdiv{Enter}');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Remaining tasks before the first game' }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.type(await screen.findByLabelText('State or region'), 'South{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Remaining tasks before the first game' });
    expect(server.schools).toEqual([
      {
        id: 1,
        version: 2,
        name: 'Lions High School',
        short_name: 'LHS',
        color: '#3b4252',
        city: 'Plovdiv',
        state: 'South',
      },
    ]);
    expect(server.teams.map((team) => team['event_category_id'])).toEqual([1, 2]);
    expect(server.sports).toHaveLength(2);
    expect(screen.getByText(/^Saved .*; you may leave and come back\.$/)).toBeTruthy();
  });

  test('OPS-02 every step can be skipped, and nothing is made', async () => {
    const { server, answers } = fake();
    open('/lions/setup', answers);
    const user = userEvent.setup();
    for (const title of ['Logo and colours', 'Which sports do you show?', 'First school or club']) {
      await screen.findByRole('heading', { level: 1, name: title });
      await user.click(await screen.findByRole('button', { name: 'Skip this step' }));
    }
    await screen.findByRole('heading', { level: 1, name: 'Remaining tasks before the first game' });
    expect(server.left).toEqual(['look', 'sports', 'school'].map((step) => ({ step, is_skipped: true })));
    expect([...server.sports, ...server.schools, ...server.teams]).toEqual([]);
  });

  test('OPS-02 UI-11 own colours show in the preview, and only the changed ones are saved', async () => {
    const sent: unknown[] = [];
    const { answers } = fake({
      'PATCH channels/1/colours': async (request) => {
        const body: unknown = await request.json();
        sent.push(body);
        return ok({ ...DEFAULT_SETTINGS, id: 1, ...(body as object), version: 2 });
      },
    });
    open('/lions/setup?step=look', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Use my own colours' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Header background' }), { target: { value: '#7a1020' } });
    const preview = screen
      .getByText(/^Preview of the channel/)
      .closest('figure')
      ?.querySelector<HTMLElement>('[inert]');
    expect(preview?.style.getPropertyValue('--header-background')).toBe('#7a1020');
    await user.click(screen.getByRole('button', { name: 'Next: sports' }));
    await screen.findByRole('heading', { level: 1, name: 'Which sports do you show?' });
    expect(sent).toEqual([{ header_background: '#7a1020', version: 1 }]);
  });

  test('OPS-02 a refused field is named, and a failed save keeps what was typed', async () => {
    const { answers } = fake({
      'POST channels/1/participant-groups': () => wrong({ field: 'short_name', code: 'required' }),
      'POST channels/1/event-categories': () => refused(503, 'unavailable'),
    });
    open('/lions/setup?step=school', answers);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Next: check' }));
    const short = screen.getByLabelText('Short name');
    await waitFor(() => expect(short.getAttribute('aria-invalid')).toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Basket' }));
    await user.click(screen.getByRole('button', { name: 'Next: first school' }));
    expect(await screen.findByText('This step could not be saved. Please try again.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Basket' }).checked).toBe(true);
  });
});
