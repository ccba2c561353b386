// Every view, light and dark, by the rules of accessibility: nothing serious or critical.
import { sound } from './support/axe';
import { clickHex, drawn, fixture, makeGame } from './support/game';
import { expect, test } from './support/test';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    const dark = colorScheme === 'dark';

    test('around the game', async ({ page }) => {
      await makeGame(page.request, { side: 'german', opponent: 'open', visibility: 'public' });
      for (const address of [
        '/',
        '/lobby',
        '/watch',
        '/settings',
        '/rules/9.72',
        '/rules/6.7',
        '/print/aid',
        '/nowhere',
      ]) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expect(page.getByText('One moment…')).toHaveCount(0);
        await sound(page, address, dark);
      }
      await page.goto('/');
      await page.getByTestId('door-invite').click();
      await expect(page.getByTestId('invite-dialog')).toBeVisible();
      await sound(page, 'invite', dark);
      await page.keyboard.press('Escape');
      await expect(page.getByTestId('invite-dialog')).toBeHidden();
      await page.getByTestId('account').click();
      await expect(page.getByTestId('account-dialog')).toBeVisible();
      await sound(page, 'account', dark);
    });

    test('the guide', async ({ page }) => {
      await page.goto('/learn');
      await drawn(page);
      await sound(page, 'learn', dark);
    });

    test('a game in movement, with its sheets', async ({ page }) => {
      const { position } = fixture('turn5');
      const made = await makeGame(page.request, { side: 'both', visibility: 'link', position });
      await page.goto(`/game/${made.id}`);
      await drawn(page);
      await sound(page, 'movement', dark);
      await page.keyboard.press('?');
      await expect(page.getByTestId('keyboard-help')).toBeVisible();
      await sound(page, 'help', dark);
    });

    test('a game in combat, with the odds and a rule open', async ({ page }) => {
      const units = { '1316': ['pz7'], '1416': ['r1 1-1'], '1615': ['r2', 'konev'] };
      const position = { turn: 3, phase: 'german_combat' as const, units };
      const made = await makeGame(page.request, { side: 'both', visibility: 'link', position });
      await page.goto(`/game/${made.id}`);
      await drawn(page);
      await expect(page.locator('.game[data-asks="attack"]')).toBeVisible();
      await clickHex(page, '1416');
      await expect(page.getByTestId('odds-confirm')).toBeEnabled();
      await sound(page, 'odds', dark);
      await page.locator('.stage .case').first().click();
      await expect(page.getByTestId('rule-sheet')).toBeVisible();
      await sound(page, 'rule', dark);
    });
  });
}
