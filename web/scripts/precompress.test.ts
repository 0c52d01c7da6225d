import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from './precompress.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precompress-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('every asset of text gets two twins that hold the same bytes', async () => {
  const text = 'export const answer = 42;\n'.repeat(200);
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'a.js'), text);
  await writeFile(join(folder, 'deep', 'b.css'), text);
  await writeFile(join(folder, 'font.woff2'), text);

  const { files, bytes, brotli } = await precompress(folder);

  expect(files).toBe(2);
  expect(bytes).toBe(2 * text.length);
  expect(brotli).toBeLessThan(200);
  expect((await readdir(folder)).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'deep', 'font.woff2']);
  expect(brotliDecompressSync(await readFile(join(folder, 'a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, 'deep', 'b.css.gz'))).toString()).toBe(text);
});

test('a second run does not compress what is compressed', async () => {
  await writeFile(join(folder, 'a.svg'), '<svg/>');
  await precompress(folder);
  await precompress(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['a.svg', 'a.svg.br', 'a.svg.gz']);
});
