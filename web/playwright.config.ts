// The whole page in Debian's Chromium, against the real server. Each worker has a server of its own with an empty database.
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Without a window if it is here: a window of the whole browser costs as much again as our page in it. */
const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'e2e',
  // Several runs at once, while somebody works on the page, need a folder each.
  outputDir: process.env.PGG_E2E_OUT ?? 'node_modules/.e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: [['list']],
  // Nothing waits for a time to pass; the limits only end what hangs.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // What moves is shown at once: tests look at what is, not at how it came.
    reducedMotion: 'reduce',
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
