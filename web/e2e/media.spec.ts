// Seen otherwise than on a screen of one's own colours: with the forced colours of the system, and on paper.
import type { Locator } from '@playwright/test';
import { fixture, makeGame, openGame, type } from './support/game';
import { expect, test } from './support/test';

const { position } = fixture('turn5');
const style = (of: Locator, property: string, pseudo?: string) =>
  of.evaluate((element, [p, name]) => getComputedStyle(element, p).getPropertyValue(name ?? ''), [
    pseudo,
    property,
  ] as const);

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the present turn and the active tab stand out', async ({ page }) => {
    const { id } = await makeGame(page.request, { side: 'both', position });
    await openGame(page, id);
    const turns = page.locator('.track > i');
    await expect(turns).toHaveCount(12);
    const colour = (n: number) => style(turns.nth(n), 'background-color');
    const [gone, now, next] = [await colour(3), await colour(4), await colour(5)];
    expect(new Set([gone, now, next]).size).toBe(3);
    await page.getByTestId('tab-log').click();
    const underline = (tab: string) => style(page.getByTestId(`tab-${tab}`), 'background-color', '::after');
    const canvas = await style(page.getByTestId('panel'), 'background-color');
    await expect(page.getByTestId('tab-log')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => underline('log')).not.toBe(canvas);
  });

  test('what is chosen among several has a frame', async ({ page }) => {
    await page.goto('/');
    const levels = page.getByTestId('hero-level').getByRole('radio');
    await levels.first().click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(levels.first()).toBeChecked();
    expect(await style(levels.first(), 'outline-style')).toBe('solid');
    expect(await style(levels.last(), 'outline-style')).toBe('none');
  });
});

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' });

  test('a game: the whole map in the colours of paper, and the log', async ({ page }) => {
    const { id } = await makeGame(page.request, { side: 'both', position });
    await openGame(page, id);
    expect(await type(page, '2710 > 2711')).toBeTruthy();
    await page.getByTestId('tab-log').click();
    await expect(page.getByTestId('log-line')).toHaveCount(1);
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.map-view .sheet');
    // All of it, though only a part was on the screen.
    await expect.poll(() => sheet.evaluate((e) => e.clientWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.getByTestId('printed-log')).toContainText('Turn 5');
    await expect(page.getByTestId('printed-log').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByTestId('top-bar')).toContainText('Turn 5');
    await expect(page.getByTestId('prompt')).toBeVisible();
    for (const part of ['panel', 'menu', 'minimap', 'tab-log']) await expect(page.getByTestId(part)).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByTestId('printed-log')).toHaveCount(0);
    await expect(page.getByTestId('panel')).toBeVisible();
  });

  test('the rules: the text alone, black on white', async ({ page }) => {
    await page.goto('/rules/9.72');
    const text = page.getByTestId('rules-text');
    await expect(text).toContainText('9.72');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('rules-search')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    expect(await style(text, 'color')).toBe('rgb(0, 0, 0)');
    expect(await style(text, 'background-color')).toBe('rgba(0, 0, 0, 0)');
    expect(await style(page.locator('body'), 'background-color')).toBe('rgb(255, 255, 255)');
  });
});

test('the player aid and the rules as a booklet, on paper without what is for pressing', async ({ page }) => {
  await page.goto('/rules');
  await page.getByRole('link', { name: 'To print: rules and player aid' }).click();
  const aid = page.getByTestId('print-aid');
  for (const table of ['crt', 'terrain', 'objectives', 'soviet-arrivals', 'german-arrivals'])
    await expect(aid.locator(`[data-table="${table}"] table`)).toBeVisible();
  await expect(aid.getByTestId('keyboard-help')).toContainText('Give a standing order');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('print-now')).toBeHidden();
  await expect(aid.locator('[data-table="crt"] table')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'The rules as a booklet' }).click();
  const rules = page.getByTestId('print-rules');
  // All chapters on one page.
  await expect(rules.locator('[id="6.7"]')).toBeAttached();
  await expect(rules.locator('[id="15.2"]')).toBeAttached();
});

test('the whole map in small folds, and stays folded', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position: fixture('turn5').position });
  await openGame(page, id);
  const mini = page.getByRole('application', { name: /Whole map/ });
  await expect(mini).toBeVisible();
  await page.getByTestId('minimap-fold').click();
  await expect(mini).toBeHidden();
  await page.reload();
  await expect(page.getByTestId('minimap-fold')).toHaveAttribute('aria-expanded', 'false');
  await expect(mini).toBeHidden();
});
