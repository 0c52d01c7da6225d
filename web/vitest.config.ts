import { configDefaults, defineConfig } from 'vitest/config';

// A `.test.tsx` runs in a browser-like document, a `.test.ts` in plain Node.
export default defineConfig({
  test: {
    restoreMocks: true,
    // A limit for what hangs, not a bound: several processes share the cores.
    testTimeout: 60_000,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: configDefaults.exclude,
          // Plain functions share nothing but their modules: one environment for all saves a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          setupFiles: ['vitest.setup.ts'],
          include: ['{apps,packages}/*/{src,test}/**/*.test.tsx'],
        },
      },
    ],
  },
});
