// What looks at the page in Chromium and is no test: `npm run pictures`, `npm run bars`, `npm run monkey`, `npm run tasks`, `npm run costs`.
import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: ['pictures.ts', 'bars.ts', 'monkey.ts', 'tasks.ts', 'costs.ts'],
  outputDir: '../node_modules/.looks',
  workers: 1,
  fullyParallel: false,
  reporter: [['line']],
});
