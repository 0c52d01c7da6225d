import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig } from 'vite';
import { chosenChannel } from './chosen-channel.ts';
import { chunkGroups } from './chunk-groups.ts';

/** Named after the language alone. */
const LOCALE_CHUNK = /\/(en|fr|bg)-[^/]+\.js$/;

interface AppOptions {
  /** Path under which the server mounts the app, with a slash at the end. */
  base: string;
  plugins?: PluginOption[];
}

/** The Vite settings that both apps share. */
export function appConfig({ base, plugins = [] }: AppOptions): UserConfig {
  const server = process.env['TOUCHLINE_URL'] ?? 'http://localhost:8080';
  return {
    base,
    plugins: [react(), tailwindcss(), chosenChannel, ...plugins],
    build: {
      target: 'baseline-widely-available',
      manifest: true,
      reportCompressedSize: false,
      // The content policy forbids fonts and styles from `data:` addresses.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // A locale asks for the words that it takes in by itself: listing them would make the first page larger.
        resolveDependencies: (file, needs) => (LOCALE_CHUNK.test(file) ? [] : needs),
      },
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
    },
    server: {
      // The host stays as the browser sent it, because the server finds the channel by it.
      proxy: Object.fromEntries(
        ['/api', '/console/api', '/datalake', '/media', '/storage'].map((path) => [path, { target: server }]),
      ),
    },
  };
}
