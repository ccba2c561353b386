// `npm run pictures`: draws the main views into docs/pictures, from a real server with prepared positions. WebP, since a map in
// PNG is three times as large and no sharper to the eye; with PGG_PICTURES in that folder instead, as PNG.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { clickHex, drawn, enter, fixture, makeGame, offered, openGame } from '../e2e/support/game';
import { PROGRAM } from '../e2e/support/server';
import { expect, test } from '../e2e/support/test';
import type { Made } from '../src/wire/types';

const FOLDER = process.env.PGG_PICTURES ?? path.resolve(import.meta.dirname, '../../docs/pictures');
const QUALITY = 88;
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

async function picture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('.toast')).toHaveCount(0);
  const cdp = await page.context().newCDPSession(page);
  const png = process.env.PGG_PICTURES !== undefined;
  const { data } = await cdp.send(
    'Page.captureScreenshot',
    png ? { format: 'png' } : { format: 'webp', quality: QUALITY },
  );
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, `${name}.${png ? 'png' : 'webp'}`), Buffer.from(data, 'base64'));
}

/** The German player's fifth turn, both sides at this screen. */
async function turnFive(page: Page, name = 'turn5') {
  const { position } = fixture(name);
  const made = await makeGame(page.request, { side: 'both', visibility: 'link', position });
  await openGame(page, made.id);
}
async function inHand(page: Page) {
  await clickHex(page, '2710');
  await expect(page.getByTestId('hand')).toContainText('2710');
  await clickHex(page, await offered(page, ['3110', '3109', '3010', '3009', '2910', '2909', '2810', '2809']));
}
/** A whole game between two programs, brought in as a record. */
async function finished(context: BrowserContext): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-pictures-'));
  const of = ['--german', 'cadet', '--soviet', 'cadet', '--games', '1', '--seed', '41', '--records', folder];
  execFileSync(PROGRAM, ['sim', ...of]);
  const record = fs.readFileSync(path.join(folder, 'game-000000.jsonl'), 'utf8');
  fs.rmSync(folder, { recursive: true });
  await enter(context.request, 'Anna');
  const response = await context.request.post('/api/games/import', { data: { record } });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as Made).id;
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: DESK });

    test('home', async ({ page, request }) => {
      const { position } = fixture('turn5');
      await makeGame(page.request, { side: 'german', opponent: { program: { level: 'major' } }, position });
      await makeGame(request, { side: 'soviet', opponent: 'open', visibility: 'public' }, 'Boris');
      await page.goto('/');
      await expect(page.getByTestId('play-now')).toBeVisible();
      await expect.poll(() => page.locator('.hero img').evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
      await picture(page, `home-${theme}`);
    });

    test('movement', async ({ page }) => {
      await turnFive(page);
      await inHand(page);
      await picture(page, `movement-${theme}`);
    });

    test('attack', async ({ page }) => {
      await turnFive(page);
      await page.keyboard.press('e');
      await page.getByTestId('end-confirm').click();
      await page.locator('[data-target="2217"]').click();
      await expect(page.getByTestId('odds-column')).toBeVisible();
      await picture(page, `attack-${theme}`);
    });

    test('question', async ({ page }) => {
      await turnFive(page, 'route');
      await expect(page.getByTestId('answer')).toBeVisible();
      await picture(page, `question-${theme}`);
    });

    test('supply', async ({ page }) => {
      await turnFive(page);
      await page.getByTestId('overlay-supply').click();
      await expect(page.getByTestId('legend')).toBeVisible();
      await picture(page, `supply-${theme}`);
    });
  });
}

test.describe('at a desk', () => {
  test.use({ colorScheme: 'light', viewport: DESK });

  test('replay', async ({ page, context }) => {
    const id = await finished(context);
    await openGame(page, id);
    await page.getByTestId('over-close').click();
    await page.getByTestId('menu').click();
    await page.getByTestId('menu-replay').click();
    const where = page.getByTestId('replay-where');
    await expect(where).toContainText('Turn 1');
    const scrub = page.getByTestId('replay-scrub');
    await scrub.fill(String(Math.round(0.6 * Number(await scrub.getAttribute('max')))));
    await expect(where).not.toContainText('Turn 1,');
    // The position of that moment has come.
    await expect(page.locator('header .turn b')).not.toHaveText('Turn 1');
    await page.getByTestId('tab-log').click();
    await expect(page.getByTestId('log-line').first()).toBeVisible();
    await picture(page, 'replay-light');
  });

  test('rules', async ({ page }) => {
    await page.goto('/rules/9.72');
    await expect(page.getByTestId('rules-text')).toContainText('9.72');
    await picture(page, 'rules-light');
  });

  test('learn', async ({ page }) => {
    await page.goto('/learn');
    await expect(page.getByTestId('coach')).toBeVisible();
    await drawn(page);
    await picture(page, 'learn-light');
  });
});

test.describe('on a tablet', () => {
  test.use({ colorScheme: 'light', viewport: TABLET });
  test('movement', async ({ page }) => {
    await turnFive(page);
    await inHand(page).catch(() => {});
    await picture(page, 'tablet-light');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'light' });

  test('home', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('play-now')).toBeVisible();
    await picture(page, 'phone-home-light');
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`movement, ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme });
      await turnFive(page);
      await page.locator('.map-view').evaluate((map: HTMLElement) => map.focus());
      await page.keyboard.press('n');
      await expect(page.locator('.map-view .reach')).toBeAttached();
      await picture(page, `phone-${theme}`);
    });
  }
});
