// The test function of all specs: a page at the worker's own server, and nothing may go wrong unseen.
import { test as base, expect } from '@playwright/test';
import { Complaints } from './quiet';
import { sceneOf } from './scene';
import { startServer, type Server } from './server';

export const test = base.extend<{ quiet: void; scene: void }, { server: Server; complaints: Complaints }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ browser }, use) => {
      const complaints = new Complaints();
      complaints.attend(browser);
      await use(complaints);
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** A warning or an error on any page fails the test, whatever else it shows. */
  quiet: [
    async ({ complaints }, use) => {
      complaints.take();
      await use();
      expect(complaints.take()).toEqual([]);
    },
    { auto: true },
  ],
  /** What the pages of a failed test showed is printed: the picture stays on the machine that ran it. */
  scene: [
    async ({ context }, use, info) => {
      await use();
      if (info.status === info.expectedStatus) return;
      // eslint-disable-next-line no-console -- for whoever reads what the run printed
      for (const page of context.pages()) console.log(await sceneOf(page).catch(String));
    },
    { auto: true },
  ],
});
export { expect };
