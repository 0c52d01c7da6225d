import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrowsUp, usesDom } from './layers.ts';

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}').filter((file) => !isTest(file));

/** Tests open whole apps, wherever they stand. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$|^apps\/\w+\/src\/testing\//.test(file);
}

test('no file imports from a layer above its own', () => {
  const found = sources.flatMap((file) => arrowsUp(file, readFileSync(file, 'utf8')).map((to) => `${file} -> ${to}`));
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('the core of the player knows no document', () => {
  const core = sources.filter((file) => file.startsWith('packages/player/src/core/'));
  expect(core.length).toBeGreaterThan(10);
  expect(core.filter((file) => usesDom(readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['packages/ui/src/dialog.tsx', '../../../apps/viewer/src/session/session.ts'],
  ['packages/ui/src/dialog.tsx', '@touchline/viewer'],
  ['packages/player/src/core/timeline.ts', '../dom/load-engine.ts'],
  ['packages/player/src/dom/preview.ts', '../react/player.tsx'],
  ['apps/viewer/src/session/session.ts', '../features/home/home-screen.tsx'],
  ['apps/viewer/src/features/home/home-screen.tsx', '../../routes/home.ts'],
  ['apps/viewer/src/features/home/home-screen.tsx', '../../app/router.tsx'],
  ['apps/viewer/src/features/clips/clip-page.tsx', '../watch/watch-stage.tsx'],
  ['apps/viewer/src/shell/shell.tsx', '../routes/root.ts'],
  ['apps/viewer/src/routes/home.ts', '../app/start.tsx'],
  ['apps/console/src/features/orders/order-row.tsx', '../../../../viewer/src/session/session.ts'],
])('%s may not import %s', (file, to) => {
  expect(arrowsUp(file, `import { a } from '${to}';`)).toEqual([to]);
  expect(arrowsUp(file, `const a = await import('${to}');`)).toEqual([to]);
  expect(arrowsUp(file, `import '${to}';`)).toEqual([to]);
});

test.each([
  ['packages/ui/src/dialog.tsx', './button.tsx'],
  ['packages/ui/src/dialog.tsx', '@touchline/i18n'],
  ['packages/player/src/react/player.tsx', '../core/timeline.ts'],
  ['apps/viewer/src/features/home/home-screen.tsx', '../../session/session.ts'],
  ['apps/viewer/src/features/watch/watch-actions.tsx', '../clips/clip-editor.tsx'],
  ['apps/viewer/src/routes/home.ts', '../features/home/home-screen.tsx'],
  ['apps/viewer/src/main.tsx', './app/start.tsx'],
])('%s may import %s', (file, to) => {
  expect(arrowsUp(file, `import { a } from '${to}';`)).toEqual([]);
});

test('a use of the document is recognised by its names', () => {
  expect(usesDom('if (document.hidden) return;')).toBe(true);
  expect(usesDom('readonly video: HTMLVideoElement;')).toBe(true);
  expect(usesDom('/** What a document says. */\nconst documented = 1;')).toBe(false);
});
