import { cleanup, screen } from '@testing-library/react';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ok, open, PLAIN_CHANNEL } from '../testing/open-console.tsx';

const SESSION = {
  operator: { id: 1, email: 'owner@demo.test', name: 'Odessa Owens', is_administrator: false },
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: ['manage_integrations'] },
  ],
};
const IMPORT = { id: 'work-1', kind: 'import_channel', channel: null, subject: 'club', begun_at: 1_800_000_000 };

const start = (work: readonly object[]) =>
  open('/demo/tokens', {
    'GET session': () => ok(SESSION),
    'GET channels/1/tokens': () => ok([]),
    'GET work': () => ok(work),
  });

beforeAll(loadConsoleMessages);
afterEach(cleanup);

test('OPS-01 the pill shows what goes on, on every screen, and how it ended', async () => {
  start([
    { ...IMPORT, id: 'work-2', subject: 'copy', state: 'failed', progress: 10 },
    { ...IMPORT, state: 'running', progress: 40 },
  ]);
  expect((await screen.findByRole('button', { name: /^Import club/ })).textContent).toBe('Import club40%');
  expect(screen.getByRole('progressbar', { name: 'Import club' })).toHaveProperty('value', 40);
  expect(screen.getByText('Failed')).toBeTruthy();
  cleanup();
  start([{ ...IMPORT, state: 'done', progress: 100 }]);
  expect((await screen.findByRole('button', { name: /^Import club/ })).textContent).toBe('Import clubDone');
});

test('OPS-01 without work there is no pill', async () => {
  start([]);
  await screen.findByRole('heading', { level: 1, name: 'API tokens' });
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});
