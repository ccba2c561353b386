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
