import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Embedding, EmbeddableGame, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asked, PLAIN_CHANNEL, ok, open, OWNER, refused } from '../../testing/open-console.tsx';
import { SETTINGS } from '../../testing/settings.ts';

const EDITOR: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'finance', may: ['see_orders'] },
  ],
};
const GAMES: EmbeddableGame[] = [
  { id: 7, title: 'Hawks @ Wolves', date: 1_800_000_000, player_url: 'https://tv.example/watch_embed/7' },
  { id: 8, title: 'Bears @ Lions', date: 1_800_100_000, player_url: 'https://tv.example/watch_embed/8' },
];

const session = {
  'GET session': () => ok(EDITOR),
  'GET channels/1/settings': () => ok(SETTINGS),
  'GET channels/1/ids': () => ok([]),
};
const embedding = (hosts: string[]): Embedding => ({ hosts });
const sites = () => screen.findByRole('textbox', { name: 'Sites' });

beforeAll(loadConsoleMessages);
beforeEach(() => {
  asked.length = 0;
});
afterEach(cleanup);

test('ROUTE-21 T10 embedding: sites are shown, refused by their line, and kept as the server says', async () => {
  const sent: unknown[] = [];
  open('/demo/settings', {
    ...session,
    'GET channels/1/embedding': () => ok(embedding(['club.example'])),
    'GET channels/1/embedding/games': () => ok(GAMES),
    'PUT channels/1/embedding': async (request) => {
      sent.push(await request.json());
      if (sent.length > 1) return ok(embedding(['club.example', 'news.example']));
      const problems = [
        { field: 'hosts', code: 'host_path', params: { line: 2 }, message: 'x' },
        { field: 'hosts', code: 'host_name', params: { line: 3 }, message: 'y' },
      ];
      return Response.json(
        { message: 'invalid', code: 'invalid', errors: { hosts: ['x', 'y'] }, problems },
        { status: 400 },
      );
    },
  });
  const field = await sites();
  expect(field).toHaveProperty('value', 'club.example');
  const user = userEvent.setup();
  await user.type(field, '\nnews.example/x\nnews');
  await user.click(screen.getByRole('button', { name: 'Save sites' }));
  const problems = await screen.findByRole('alert');
  expect(problems.textContent).toContain('Line 2: enter only the site, without a path');
  expect(problems.textContent).toContain('Line 3: this is not a valid site name');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toContain(problems.id);

  await user.clear(field);
  await user.type(field, 'club.example\nhttps://NEWS.example/');
  await user.click(screen.getByRole('button', { name: 'Save sites' }));
  await waitFor(() => expect(field).toHaveProperty('value', 'club.example\nnews.example'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([
    { hosts: ['club.example', 'news.example/x', 'news'] },
    { hosts: ['club.example', 'https://NEWS.example/'] },
  ]);
});

test('ROUTE-21 embedding: the code is that of the chosen game, and games are found by name', async () => {
  open('/demo/settings', {
    ...session,
    'GET channels/1/embedding': () => ok(embedding([])),
    'GET channels/1/embedding/games': () => ok(GAMES),
    'GET channels/1/embedding/games?text=none': () => ok([]),
  });
  const code = await screen.findByRole('textbox', { name: 'HTML code' });
  expect(code.textContent).toContain('src="https://tv.example/watch_embed/7" title="Hawks @ Wolves"');
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Game' }), '8');
  expect(code.textContent).toContain('src="https://tv.example/watch_embed/8" title="Bears @ Lions"');
  await user.type(screen.getByRole('searchbox', { name: 'Find by name' }), 'none');
  expect(await screen.findByText('No game with this name.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'HTML code' })).toBeNull();
});

test('a failure of the sites says so and can be tried again, and what was typed stays when it cannot be saved', async () => {
  let calls = 0;
  open('/demo/settings', {
    ...session,
    'GET channels/1/embedding': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok(embedding([]))),
    'PUT channels/1/embedding': () => refused(503, 'unavailable'),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /try again|retry/i }));
  const field = await sites();
  await user.type(field, 'club.example');
  await user.click(screen.getByRole('button', { name: 'Save sites' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be saved');
  expect(field).toHaveProperty('value', 'club.example');
});

test('OPS-01 an operator without access to the settings sees neither their screen nor their link', async () => {
  open('/demo2/settings', session);
  expect(await screen.findByText('You do not have access')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  expect(asked.filter((call) => /embedding|settings/.test(call))).toEqual([]);
});
