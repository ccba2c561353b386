// In Japanese: chosen by the browser's language, changed by the button, kept; front page, guide, rules and a game.
import { drawn, makeGame } from './support/game';
import { expect, test } from './support/test';

test.use({ locale: 'ja-JP' });

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

test('everything around the game, and the choice is kept', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('モスクワへの道を開く12ターン');
  await expect(page.getByTestId('play-now')).toHaveText('すぐに対局');
  await page.getByRole('link', { name: 'ルール' }).click();
  await expect(page.getByTestId('rules-text')).toContainText(JAPANESE);
  await page.getByTestId('rules-search').fill('退却');
  await expect(page.getByTestId('rules-hits').getByRole('link').first()).toBeVisible();
  await page.getByTestId('settings').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定');
  await page.getByTestId('language').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('the rules change their language at the case that is being read', async ({ page }) => {
  await page.goto('/rules/9.72');
  const place = page.getByTestId('rules-text').locator('[id="9.72"]');
  await expect(place).toContainText('相手が経路を決める');
  await expect(place.locator('[data-example="retreat"] .stack').first()).toBeVisible();
  await page.getByTestId('language').click();
  await expect(place).toContainText('The opponent leads the way');
  await expect(place).toBeInViewport();
  await expect(page).toHaveURL(/\/rules\/9\.72$/);
});

test('a game', async ({ page }) => {
  const made = await makeGame(page.request, { side: 'both', visibility: 'link' });
  await page.goto(`/game/${made.id}`);
  await drawn(page);
  await expect(page.getByTestId('prompt')).toContainText(JAPANESE);
  // No English sentence is left in what is seen: words of Latin letters are names, codes and keys only.
  const seen = await page.locator('.game').innerText();
  expect(seen.match(/\b[a-z]{3,} [a-z]{3,} [a-z]{3,}\b/g) ?? []).toEqual([]);
  await page.keyboard.press('?');
  await expect(page.getByTestId('keyboard-help')).toContainText('スタックを広げる');
});

test('the guide', async ({ page }) => {
  await page.goto('/learn');
  await drawn(page);
  await expect(page.getByTestId('coach')).toContainText('最初の移動');
  await page.getByTestId('learn-next').click();
  await expect(page.getByTestId('coach')).toContainText('第25装甲連隊');
});
