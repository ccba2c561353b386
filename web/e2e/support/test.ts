// The test function of all specs: a page at the worker's own server, and nothing may go wrong unseen.
import { test as base, expect } from '@playwright/test';
import { startServer, type Server } from './server';

export const test = base.extend<{ quiet: void }, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Errors on the page fail its test, whatever else it shows. */
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        // A dropped network, which some tests make, is told by the browser too; so is every answer of the server that is a
        // refusal, which the page tells in its own words.
        const { url } = message.location();
        const answer =
          (message.text().startsWith('Failed to load resource') && url.includes('/api/')) ||
          /^WebSocket connection to '.*' failed: .*Unexpected response code: 404/.test(message.text());
        if (message.type() === 'error' && !message.text().includes('net::ERR') && !answer) errors.push(message.text());
      });
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
