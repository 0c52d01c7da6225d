import { dirname, join } from 'node:path';

/** An app's folders from the top down; each knows only itself and those below it. All others stand at the bottom. */
const APP_LAYERS = ['main.tsx', 'app', 'routes', 'shell', 'features'];
const PLAYER_LAYERS = ['index.ts', 'testing', 'react', 'dom', 'core'];
/** Features that show a part of another: all others know nothing of each other. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  channels: ['setup'],
  home: ['vod'],
  profile: ['clips'],
  setup: ['colours', 'pictures', 'start'],
  watch: ['clips'],
};

const IMPORT = /(?:\bfrom|\bimport\(?)\s*'([^']+)'/g;

/** What a file of the web imports that it may not, by its path below `web/` and its text. */
export function arrowsUp(file: string, text: string): readonly string[] {
  const imported = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  return imported.filter((specifier) => {
    if (!specifier.startsWith('.'))
      return file.startsWith('packages/') && /^@touchline\/(viewer|console)\b/.test(specifier);
    return isUp(placeOf(file), placeOf(join(dirname(file), specifier)));
  });
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;
const DOM = /\b(document|window|navigator|localStorage|sessionStorage|XMLHttpRequest|HTML\w*Element|TimeRanges)\b/;

export function usesDom(text: string): boolean {
  return DOM.test(text.replaceAll(COMMENT, ''));
}

interface Place {
  /** `apps/viewer`, `packages/player`. */
  readonly workspace: string;
  readonly folder: string;
  readonly inner: string;
}

function placeOf(path: string): Place {
  const [kind = '', name = '', , folder = '', inner = ''] = path.split('/');
  return { workspace: `${kind}/${name}`, folder, inner };
}

function isUp(from: Place, to: Place): boolean {
  if (from.workspace !== to.workspace) return true;
  if (from.workspace === 'packages/player') return isAbove(PLAYER_LAYERS, to.folder, from.folder);
  if (from.workspace.startsWith('packages/')) return false;
  if (from.folder === 'features' && to.folder === 'features' && from.inner !== to.inner) {
    return !SHOWN_IN[from.inner]?.includes(to.inner);
  }
  return isAbove(APP_LAYERS, to.folder, from.folder);
}

function isAbove(layers: readonly string[], folder: string, other: string): boolean {
  const [at, below] = [folder, other].map((name) => (layers.includes(name) ? layers.indexOf(name) : layers.length));
  return (at ?? 0) < (below ?? 0);
}
