import type { TranslationChange } from '@touchline/api/console';
import { afterEach, expect, test, vi } from 'vitest';
import { batchesOf, importChanges, ImportStopped } from './import-changes.ts';

const change = (id: number, text = 'a'): TranslationChange => ({
  kind: 'page',
  id,
  version: 1,
  name: `Page ${id}`,
  field: `name-${text.length}`,
  source: 'a',
  before: null,
  text,
});
const outcome = (id: number, state: string, version: number | null) => ({
  kind: 'page',
  id,
  state,
  version,
  problems: [],
});

afterEach(() => vi.unstubAllGlobals());

test('T37 batches hold at most fifty texts, and long ones fewer', () => {
  const many = Array.from({ length: 120 }, (_, id) => change(id));
  expect(batchesOf(many).map((batch) => batch.length)).toEqual([50, 50, 20]);
  expect(batchesOf(many).flat()).toEqual(many);
  const long = Array.from({ length: 7 }, (_, id) => change(id, 'a'.repeat(50_000)));
  expect(batchesOf(long).map((batch) => batch.length)).toEqual([3, 3, 1]);
  expect(batchesOf([])).toEqual([]);
});

test('T58 a thing in two batches is written on its new version, and not again once it failed', async () => {
  const sent: unknown[] = [];
  const answers = [[outcome(1, 'saved', 7), outcome(2, 'conflict', null)], [outcome(1, 'saved', 8)]];
  vi.stubGlobal('location', { origin: 'http://demo.test' });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    const data = answers.shift();
    return data ? Response.json({ data, meta: {} }) : Response.json({ message: 'x', code: 'x' }, { status: 503 });
  });
  const long = 'a'.repeat(100_000);
  const done = await importChanges(
    1,
    'fr',
    [change(1), change(2), change(2, long), change(1, long)],
    vi.fn<() => void>(),
  );
  expect(done).toMatchObject({ written: 2, done: 4, notWritten: [{ name: 'Page 2' }] });
  expect(sent).toMatchObject([
    { changes: [{ id: 1, version: 1 }, { id: 2 }, { id: 2 }] },
    { changes: [{ id: 1, version: 7 }] },
  ]);
  await expect(importChanges(1, 'fr', [change(1)], vi.fn<() => void>())).rejects.toThrow(ImportStopped);
});
