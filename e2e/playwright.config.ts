import { defineConfig, devices } from '@playwright/test';
import { chromium } from './support/chromium.ts';
import { waitLimit } from './support/slowness.ts';

export default defineConfig({
  testDir: './journeys',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: waitLimit(60_000),
  expect: { timeout: waitLimit(10_000) },
  reporter: [['list'], ['./support/last-words.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Motion would make pictures and positions depend on the moment; the tests about motion turn it on again.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of each journey takes as much of the processor as the journey; `--trace on` makes one of those that fail.
    trace: 'off',
    launchOptions: { executablePath: chromium.path, args: chromium.args },
  },
});
