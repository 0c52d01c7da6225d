import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appConfig } from '../src/index.ts';

const NODE_MODULES = new URL('../../../node_modules', import.meta.url).pathname;

/** A page with a shell, two screens that share a part, and a language that comes later. */
const APP = {
  'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': `
    import { createRoot } from 'react-dom/client';
    import { Shell } from './app/shell.tsx';
    createRoot(document.getElementById('root')).render(<Shell />);
    import('../packages/i18n/src/locales/fr.ts');
  `,
  'src/app/shell.tsx': `
    import { useState } from 'react';
    export function Shell() {
      const [name] = useState('shell');
      return <button onClick={() => Promise.all([import('../features/home/home-screen.tsx'), import('../features/watch/watch-screen.tsx')])}>{name}</button>;
    }
  `,
  'src/features/home/home-screen.tsx': `import { card } from '../../events/card.ts'; export const home = ['home', card];`,
  'src/features/watch/watch-screen.tsx': `import { card } from '../../events/card.ts'; export const watch = ['watch', card];`,
  'src/events/card.ts': `export const card = 'card'.repeat(Number(globalThis.name));`,
  'packages/i18n/src/locales/fr.ts': `export const fr = { retry: 'Réessayer' };`,
};

let folder: string;
let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-config-'));
  for (const [path, content] of Object.entries(APP)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await symlink(NODE_MODULES, join(folder, 'node_modules'));
  const result = await build({
    ...appConfig({ base: '/there/' }),
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { ...appConfig({ base: '/there/' }).build, write: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  chunks = output.filter((item) => item.type === 'chunk');
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Name of the chunk that holds this module. */
function chunkOf(path: string): string | undefined {
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes(path)))?.name;
}

test('libraries, shell and shared modules come in files of their own', () => {
  expect(chunkOf('/react-dom/')).toBe('vendor');
  expect(chunkOf('/app/shell.tsx')).toBe('shell');
  expect(chunkOf('/events/card.ts')).toBe('common');
  expect(chunkOf('/home/home-screen.tsx')).toBe('home-screen');
  expect(chunkOf('/watch/watch-screen.tsx')).toBe('watch-screen');
});

test('UI-13 a language is a chunk of its own', () => {
  expect(chunkOf('/locales/fr.ts')).toBe('fr');
});

test('a file that is cached for ever has a hash in its name', () => {
  expect(chunks.every(({ fileName }) => /^assets\/.+-[\w-]{8}\.js$/.test(fileName))).toBe(true);
});
