// Everything around the game: front page, games with friends, lobby, records, settings, rules.
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { Position } from '../src/wire/types';
import { drawn, enter, makeGame } from './support/game';
import { expect, test } from './support/test';

test('the front page leads everywhere, and a new visitor is told what is there', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Panzergruppe Guderian/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twelve turns to open the road to Moscow');
  await expect(page.getByText('Games you begin appear here')).toBeVisible();
  await expect
    .poll(() => page.locator('.hero img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  for (const [name, heading] of [
    ['Watch', 'Watch'],
    ['Rules', 'How to read this book'],
  ]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here');
  // A game that is gone, or was never there: it is said, and nobody waits for a connection.
  await page.goto('/game/abcdefghijkl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here');
});

test('what is fetched before every view is used by every view', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both' });
  for (const address of ['/', '/lobby', '/watch', '/settings', '/rules/9.72', '/learn', '/nowhere', `/game/${id}`]) {
    await page.goto(address);
    await expect.poll(() => page.evaluate(unusedFonts), address).toEqual([]);
  }
});
/** Fonts that the page has the browser fetch at once, and that nothing on it is written in. */
function unusedFonts(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')];
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule);
  const isUsed = ({ style }: CSSFontFaceRule) => {
    const [family, weight] = ['font-family', 'font-weight'].map((name) => style.getPropertyValue(name));
    const range = style.getPropertyValue('unicode-range').toUpperCase();
    return [...document.fonts].some(
      (font) =>
        font.status === 'loaded' &&
        font.family.replaceAll('"', '') === family.replaceAll('"', '') &&
        font.weight === weight &&
        (range === '' || font.unicodeRange === range),
    );
  };
  // Styles find their files beside themselves, in whatever folder.
  const files = links.map((link) => new URL(link.href).pathname.split('/').at(-1) ?? '');
  return files.filter((file) => !faces.some((face) => face.cssText.includes(file) && isUsed(face)));
}

test('against the machine in two clicks, and back to it', async ({ page }) => {
  await page.goto('/');
  await page.getByTestId('hero-level').getByRole('radio', { name: 'Cadet' }).click();
  await page.getByTestId('play-now').click();
  await expect(page).toHaveURL(/\/game\//);
  await drawn(page);
  // Before the first game of a side one is told what it is about, and never again.
  const briefing = page.getByTestId('briefing');
  await expect(briefing).toContainText('From 50 points on you win');
  await page.getByTestId('briefing-side').getByRole('radio', { name: 'Soviet' }).click();
  await expect(briefing).toContainText('Below 50 points the German has lost');
  await page.getByTestId('briefing-go').click();
  await expect(briefing).toBeHidden();
  await page.goto('/');
  const row = page.getByTestId('continue').getByRole('link');
  await expect(row).toContainText('Cadet (machine)');
  await expect(row).toContainText('you are German');
  await row.click();
  await drawn(page);
});

test('two players at one screen', async ({ page }) => {
  await page.goto('/');
  await page.getByTestId('door-here').click();
  await drawn(page);
  await expect(page.locator('.game[data-asks="deploy"]')).toBeVisible();
});

test('a friend is invited and joins by the link; another finds the game by its code', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await page.getByTestId('door-invite').click();
  const sheet = page.getByTestId('invite-dialog');
  await sheet.getByTestId('invite-side').getByRole('radio', { name: 'German' }).click();
  await sheet.getByTestId('pace').selectOption('3');
  await sheet.getByTestId('invite-make').click();
  const link = await sheet.getByTestId('invite-link').inputValue();
  const code = await sheet.getByTestId('invite-code').inputValue();
  expect(link).toContain(code);
  await sheet.getByTestId('invite-go').click();
  await drawn(page);

  const friend = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-GB' });
  const there = await friend.newPage();
  await there.goto(link);
  await drawn(there);
  await there.getByTestId('take-soviet').click();
  await expect(there.locator('.game[data-asks="deploy"]')).toBeVisible();
  await friend.close();

  await page.goto('/lobby');
  await page.getByTestId('code').fill('not a code!');
  await page.getByTestId('code-go').click();
  await expect(page.getByText('neither a code nor a link')).toBeVisible();
  await page.getByTestId('code').fill(code.toUpperCase());
  await page.getByTestId('code-go').click();
  await drawn(page);
});

test('a game is offered in the lobby and joined there', async ({ page, browser, baseURL }) => {
  const other = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-GB' });
  await enter(other.request, 'Boris');
  const maker = await other.newPage();
  await maker.goto('/lobby');
  const form = maker.getByTestId('new-game');
  await form.getByTestId('new-side').getByRole('radio', { name: 'Soviet' }).click();
  await form.getByLabel('Historical draw').check();
  await form.getByTestId('new-make').click();
  await expect(maker.getByTestId('made')).toContainText('waits in the lobby');

  await page.goto('/lobby');
  const row = page.getByTestId('open-games').getByRole('listitem').filter({ hasText: 'Boris' });
  await expect(row).toContainText('you: German');
  await row.getByRole('button', { name: 'Join the game of Boris' }).click();
  await expect(page).toHaveURL(/\/game\//);
  await drawn(page);
  await maker.goto('/watch');
  await expect(maker.getByTestId('watch').getByRole('link').filter({ hasText: 'Boris' })).not.toHaveCount(0);
  await other.close();
});

test('a record goes out and comes in again; a bad one is refused with its line', async ({ page }, info) => {
  const made = await makeGame(page.request, { side: 'both', visibility: 'link' });
  const record = await (await page.request.get(`/api/games/${made.id}/record`)).text();
  const good = info.outputPath('my game.jsonl');
  const bad = info.outputPath('bad.jsonl');
  fs.writeFileSync(good, record);
  fs.writeFileSync(bad, 'nonsense');
  await page.goto('/lobby');
  await page.getByTestId('import').setInputFiles(bad);
  await expect(page.getByRole('alert')).toContainText('1');
  await page.getByTestId('import').setInputFiles(good);
  await expect(page).toHaveURL(/\/game\//);
  await drawn(page);
});

test('a position that was copied starts a new game; a bad one is told field by field', async ({ page }, info) => {
  const units = { '1714': ['pz7'], '2210': ['konev', 'r2'] };
  const made = await makeGame(page.request, { side: 'both', position: { turn: 5, phase: 'german_movement', units } });
  await page.goto('/lobby#new');
  const form = page.getByTestId('new-game');
  await form.getByTestId('new-against').selectOption('here');
  await form.getByTestId('new-start').getByRole('radio', { name: 'From a position' }).click();
  const text = form.getByTestId('start-text');
  const problems = form.getByTestId('start-problems').getByRole('listitem');

  await form.getByTestId('new-make').click();
  await expect(form.getByRole('alert').filter({ hasText: 'Paste a position' })).toBeVisible();
  await text.fill('{"turn": 7,\n');
  await form.getByTestId('new-make').click();
  await expect(form.getByRole('alert').filter({ hasText: 'That is no JSON' })).toBeVisible();
  await text.fill(JSON.stringify({ turn: 77, weather: 'mud', units: { '1624': ['ghost'], '9999': ['inf6'] } }));
  await form.getByTestId('new-make').click();
  await expect(problems).toHaveCount(4);
  await expect(problems.filter({ hasText: /^turn is 77; expected 1 to 12$/ })).toHaveCount(1);
  await expect(problems.filter({ hasText: /^units\.1624\[0\] ‘ghost’ is no unit/ })).toHaveCount(1);
  await page.getByTestId('language').click();
  await expect(problems.filter({ hasText: /^turn 77ではなく、1～12でなければなりません$/ })).toHaveCount(1);
  await page.getByTestId('language').click();

  const headers = { 'content-type': 'application/json' };
  const asked = await page.request.post(`/api/games/${made.id}/ask`, { data: '"position"', headers });
  const { answer } = (await asked.json()) as { answer: { position: Position } };
  await text.fill(JSON.stringify(answer.position));
  await form.getByTestId('new-make').click();
  await drawn(page);
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'german_movement');
  await expect(page.locator('.counters .stack[data-hex="1714"]')).toBeAttached();

  // From a file too; a record is told apart and played on.
  const record = info.outputPath('game.jsonl');
  fs.writeFileSync(record, await (await page.request.get(`/api/games/${made.id}/record`)).text());
  await page.goto('/lobby#new');
  await form.getByTestId('new-against').selectOption('here');
  await form.getByTestId('new-start').getByRole('radio', { name: 'From a position' }).click();
  await form.getByTestId('start-file').setInputFiles(record);
  await expect(text).toHaveValue(/pgg-record/);
  await form.getByTestId('new-make').click();
  await drawn(page);
  await expect(page.locator('.counters .stack[data-hex="1714"]')).toBeAttached();
});

test('a name of one’s own is asked for, kept, and what others see', async ({ page, browser, baseURL }) => {
  await page.goto('/settings');
  await page.getByTestId('your-name').fill('Clara');
  await page.getByTestId('your-name').press('Tab');
  await page.goto('/lobby');
  const form = page.getByTestId('new-game');
  await expect(form.getByTestId('your-name')).toHaveValue('Clara');
  await form.getByTestId('new-side').getByRole('radio', { name: 'Soviet' }).click();
  await form.getByTestId('new-make').click();
  await expect(page.getByTestId('made')).toBeVisible();
  // My own row tells my side; to others it tells the one that is free.
  const row = (of: Page) => of.getByTestId('open-games').getByRole('listitem').filter({ hasText: 'Clara' });
  await expect(row(page)).toContainText('you: Soviet');
  const other = await browser.newContext({ baseURL });
  const there = await other.newPage();
  await there.goto('/lobby');
  await expect(row(there)).toContainText('you: German');
  await other.close();
});

test('an account: register, keep the games, sign out and in, tokens', async ({ page }) => {
  await makeGame(page.request, { side: 'both', visibility: 'link' }, 'Clara');
  await page.goto('/');
  await page.getByTestId('account').click();
  const sheet = page.getByTestId('account-dialog');
  await sheet.getByRole('button', { name: 'Register' }).click();
  await sheet.getByLabel(/^Login/).fill('clara');
  await sheet.getByLabel(/^Password/).fill('correct horse');
  await sheet.getByRole('button', { name: 'Register' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByTestId('continue').getByRole('link')).toHaveCount(1);

  await page.getByTestId('account').click();
  await page
    .getByTestId('account-dialog')
    .getByLabel(/^Name that others see/)
    .fill('Clara the Great');
  await page.getByTestId('account-dialog').getByRole('button', { name: 'Change the name' }).click();
  await expect(page.getByTestId('account')).toHaveText('Clara the Great');

  await page.goto('/settings');
  await page.getByTestId('token-name').fill('my bot');
  await page.getByTestId('token-make').click();
  await expect(page.getByTestId('token')).toHaveValue(/^pgg_/);
  await page.getByRole('button', { name: 'Revoke the token my bot' }).click();
  await expect(page.getByTestId('tokens')).toBeHidden();

  await page.getByTestId('account').click();
  await page.getByTestId('account-dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByTestId('account')).toHaveText('Sign in');
  await page.getByTestId('account').click();
  await page
    .getByTestId('account-dialog')
    .getByLabel(/^Login/)
    .fill('Clara');
  await page
    .getByTestId('account-dialog')
    .getByLabel(/^Password/)
    .fill('correct horse');
  await page.getByTestId('account-dialog').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByTestId('account')).toHaveText('Clara the Great');
});

test('settings are kept, and a changed key does what it should', async ({ page }) => {
  await page.goto('/settings');
  await page.getByTestId('set-theme').getByRole('radio', { name: 'Dark' }).click();
  await page.getByTestId('set-speed').getByRole('radio', { name: 'At once' }).click();
  await page.getByTestId('set-contrast').getByRole('radio', { name: 'High' }).click();
  await page.getByTestId('set-confirm-attack').check();
  await page.getByRole('button', { name: 'Zones of control: key Z, change' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Zones of control: key Z, change' }).click();
  await page.keyboard.press('0');
  await expect(page.getByText('has a fixed meaning')).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('button', { name: 'Zones of control: key I, change' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await expect(page.getByTestId('set-speed').getByRole('radio', { name: 'At once' })).toBeChecked();
  await expect(page.getByTestId('set-confirm-attack')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Zones of control: key I, change' })).toBeVisible();

  const made = await makeGame(page.request, { side: 'both', visibility: 'link' });
  await page.goto(`/game/${made.id}`);
  await drawn(page);
  await expect(page.locator('.game[data-asks="deploy"]')).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('button', { name: /Zones of control/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('?');
  await expect(page.getByTestId('keyboard-help')).toContainText('Fan out a stack');
});

test('the rules: search, follow a reference, an example on the map, a table', async ({ page }) => {
  await page.goto('/rules');
  await page.getByTestId('rules-search').fill('opposing player chooses');
  await page.getByTestId('rules-hits').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/rules\/9\.72$/);
  await expect(page).toHaveTitle(/9\.72/);
  const text = page.getByTestId('rules-text');
  await expect(text.locator('[id="9.72"]')).toBeInViewport();
  await expect(text.locator('[data-example="retreat"] .stack').first()).toBeVisible();
  await text.locator('[id="9.73"]').getByRole('link', { name: '[R48]' }).click();
  await expect(page).toHaveURL(/\/rules\/R48$/);
  await expect(text.locator('[id="R48"]')).toBeInViewport();
  await page.goto('/rules/9.5');
  await expect(text.getByRole('table').first().getByRole('columnheader', { name: '10-1' })).toBeVisible();
  await page.goto('/rules/99.9');
  await expect(text).toContainText('There is no case 99.9');
  // What the program adds is a part of its own.
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents
    .getByRole('list', { name: 'Part two: how this edition plays it' })
    .getByText('Dice that can be')
    .click();
  await expect(text.locator('[id="F.1"]')).toBeVisible();
  await page.goto('/rules/R43');
  await expect(contents.getByRole('link', { name: 'Rulings' })).toBeInViewport();
  await expect(text).not.toContainText(/data\/|hp\b/);
});
