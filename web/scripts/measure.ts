import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import type { Budget } from './budgets.ts';

export interface Measure {
  what: string;
  files: number;
  kilobytes: number;
  limit: number;
  /** Null where the number of files does not matter. */
  fileLimit: number | null;
}

export function isExceeded({ kilobytes, limit, files, fileLimit }: Measure): boolean {
  return kilobytes > limit || (fileLimit !== null && files > fileLimit);
}

/** Measures a built app against its budget. */
export async function measure(appFolder: string, budget: Budget): Promise<Measure[]> {
  const dist = join(appFolder, 'dist');
  const manifest = parseManifest(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const first = firstChunks(appFolder, manifest, budget.firstRoute);
  const initial = closure(manifest, first);

  const size = async (what: string, files: Iterable<string>, limit: number, fileLimit: number | null = null) => {
    const names = [...files];
    const bytes = await Promise.all(names.map((name) => transferred(join(dist, name))));
    const kilobytes = bytes.reduce((sum, one) => sum + one, 0) / 1000;
    return { what, files: names.length, kilobytes, limit, fileLimit };
  };

  const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !first.includes(key));
  return Promise.all([
    size('initial JavaScript', initial.js, budget.initial.limit, budget.initial.files),
    size('initial CSS', initial.css, budget.css),
    size('preloaded fonts', preloadedFonts(page), budget.fonts),
    ...lazy.map((key) => {
      const limit = budget.lazy.find(({ pattern }) => pattern.test(key))?.limit ?? 0;
      return size(key, closure(manifest, [key]).js.difference(initial.js), limit);
    }),
  ]);
}

/** The entry and the chunk of its first route, which is part of the entry where it is not lazy. */
function firstChunks(appFolder: string, manifest: Manifest, firstRoute: string | null): string[] {
  if (firstRoute === null) return ['index.html'];
  if (manifest[firstRoute]) return ['index.html', firstRoute];
  if (!existsSync(join(appFolder, firstRoute)))
    throw new Error(`${firstRoute} is gone: name the first route in the budget`);
  return ['index.html'];
}

/** All that loads before these chunks run. */
function closure(manifest: Manifest, keys: readonly string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return { js, css };
}

function preloadedFonts(page: string): string[] {
  const links = page.match(/<link\b[^>]*\bas="font"[^>]*>/g) ?? [];
  return links.flatMap((link) => /\bhref="[^"]*?(assets\/[^"]+)"/.exec(link)?.[1] ?? []);
}

async function transferred(file: string): Promise<number> {
  const content = await readFile(file);
  return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length;
}

function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  return manifest;
}
