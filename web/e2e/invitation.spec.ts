// A server that takes accounts by invitation: the link of the operator leads to the filled form, a wrong invitation is refused,
// and a person with an account invites the next one from the settings.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PROGRAM, startServer, type Server } from './support/server';
import { expect, test as base } from './support/test';

interface Club extends Server {
  /** What the operator sends. */
  invitation: string;
}

const test = base.extend<object, { club: Club }>({
  club: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-club-'));
      const database = `sqlite:${path.join(folder, 'games.db')}`;
      // In a file, invitations of the operator are made while the server that made it does not run.
      await (await startServer(database)).stop();
      const invitation = execFileSync(PROGRAM, ['invite', '--database', database], { encoding: 'utf8' }).trim();
      const server = await startServer(database, ['--registration', 'invitation']);
      await use({ ...server, invitation });
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ club }, use) => use(club.url),
});

async function register(page: Page, login: string) {
  const form = page.getByTestId('account-dialog');
  await form.getByRole('textbox', { name: /^Login/ }).fill(login);
  await form.getByLabel('Password').fill('correct horse battery');
  await form.getByRole('button', { name: 'Register' }).click();
}

test('an invitation makes an account, once, and an account invites others', async ({ page, club, browser }) => {
  await page.goto(`/register#invitation=${club.invitation}`);
  const form = page.getByTestId('account-dialog');
  await expect(form.getByLabel('Invitation')).toHaveValue(club.invitation);
  await register(page, 'anna');
  await expect(form).toBeHidden();
  await expect(page.getByTestId('account')).toContainText('anna');

  const other = await browser.newContext({ baseURL: club.url });
  const boris = await other.newPage();
  await boris.goto(`/register#invitation=${club.invitation}`);
  await register(boris, 'boris');
  await expect(boris.getByTestId('account-dialog').getByRole('alert')).toContainText(/invitation/i);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Make an invitation' }).click();
  const link = await page.getByTestId('invitation-link').inputValue();
  expect(link).toContain('/register#invitation=');
  // The link names where the server is; a test reaches it by the way it has itself.
  await boris.goto(`/register${new URL(link).hash}`);
  await boris.reload();
  await register(boris, 'boris');
  await expect(boris.getByTestId('account-dialog')).toBeHidden();
  await other.close();
});
