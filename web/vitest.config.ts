import { configDefaults, defineConfig } from 'vitest/config';

// A `.test.tsx` runs in a browser-like document, a `.test.ts` in plain Node.
export default defineConfig({
  test: {
    restoreMocks: true,
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
        test: { name: 'dom', environment: 'happy-dom', include: ['{apps,packages}/*/{src,test}/**/*.test.tsx'] },
      },
    ],
  },
});
