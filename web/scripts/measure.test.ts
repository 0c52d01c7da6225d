import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Budget } from './budgets.ts';
import { isExceeded, measure } from './measure.ts';

const BUDGET: Budget = {
  app: 'app',
  firstRoute: 'src/routes/home.tsx',
  initial: { limit: 10, files: 3 },
  css: 2,
  fonts: 5,
  lazy: [
    { pattern: /auth/, limit: 4 },
    { pattern: /./, limit: 3 },
  ],
};

let app: string;

beforeEach(async () => {
  app = await mkdtemp(join(tmpdir(), 'measure-'));
  await put('dist/.vite/manifest.json', JSON.stringify(MANIFEST));
  await put('dist/index.html', '<link rel="preload" as="font" href="/assets/f.woff2" crossorigin /><link rel="x" />');
  await put('dist/assets/f.woff2', noise(4));
  await put('dist/assets/entry.css', noise(1));
  for (const [name, size] of Object.entries(SIZES)) await put(`dist/assets/${name}.js`, noise(size));
});

afterEach(async () => {
  await rm(app, { recursive: true });
});

const SIZES = { entry: 2, vendor: 3, home: 4, login: 3.5, about: 2 };

const MANIFEST = {
  'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_vendor.js'], css: ['assets/entry.css'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  'src/routes/home.tsx': { file: 'assets/home.js', isDynamicEntry: true, imports: ['_vendor.js', 'index.html'] },
  'src/routes/auth/login.tsx': { file: 'assets/login.js', isDynamicEntry: true, imports: ['_vendor.js'] },
  'src/routes/about.tsx': { file: 'assets/about.js', isDynamicEntry: true, imports: ['index.html'] },
};

/** Bytes that no compression makes smaller. */
function noise(kilobytes: number): Buffer {
  return randomBytes(kilobytes * 1000 - 50);
}

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(app, path)), { recursive: true });
  await writeFile(join(app, path), content);
}

test('the first route counts as initial, and lazy screens count only what they add', async () => {
  const measures = await measure(app, BUDGET);
  const rounded = measures.map(({ what, files, kilobytes, limit }) => [
    what,
    files,
    Math.round(kilobytes * 2) / 2,
    limit,
  ]);
  expect(rounded).toEqual([
    ['initial JavaScript', 3, 9, 10],
    ['initial CSS', 1, 1, 2],
    ['preloaded fonts', 1, 4, 5],
    ['src/routes/auth/login.tsx', 1, 3.5, 4],
    ['src/routes/about.tsx', 1, 2, 3],
  ]);
  expect(measures.filter(isExceeded)).toEqual([]);
});

test('too many bytes, or too many files, are over budget', async () => {
  await put('dist/assets/home.js', noise(8));
  await put('dist/assets/f.woff2', noise(6));
  const over = await measure(app, { ...BUDGET, initial: { limit: 100, files: 2 } });
  expect(over.filter(isExceeded).map(({ what }) => what)).toEqual(['initial JavaScript', 'preloaded fonts']);
  const heavy = await measure(app, BUDGET);
  expect(heavy.filter(isExceeded).map(({ what }) => what)).toEqual(['initial JavaScript', 'preloaded fonts']);
});

test('a first route that is gone is an error, one that is not lazy is not', async () => {
  const budget = { ...BUDGET, firstRoute: 'src/routes/start.tsx' };
  await expect(measure(app, budget)).rejects.toThrow('src/routes/start.tsx is gone');
  await put('src/routes/start.tsx', '');
  const [initial] = await measure(app, budget);
  expect(initial).toMatchObject({ files: 2 });
});
