// What the page tells is of now: not of what a tab knew that is gone, nor of a loss that is over.
import { clickHex, drawn, makeGame, openGame, prompt, type } from './support/game';
import { carryCookies, Network } from './support/network';
import { expect, test } from './support/test';

test('supply is that of now, whatever tab was looked at before', async ({ page }) => {
  const { id } = await makeGame(page.request, {
    side: 'both',
    position: {
      turn: 5,
      phase: 'soviet_movement',
      units: { '3016': ['r1 3-4'], '3015': ['konev'], '3013': ['lukin'] },
    },
  });
  await openGame(page, id);
  const panel = page.getByTestId('stack-panel');
  await clickHex(page, '3016');
  await page.keyboard.press('Escape');
  await expect(panel).toContainText('In supply through Lukin');
  // Another tab and back: what is told there is not of the tab that was there first.
  await page.getByTestId('tab-forces').click();
  await page.getByTestId('tab-points').click();
  await page.getByTestId('tab-stack').click();
  await type(page, '3013 > 3010');
  await page.keyboard.press('Escape');
  await clickHex(page, '3016');
  await page.keyboard.press('Escape');
  await expect(panel).toContainText('In supply through Konev');
});

test('a unit taken in hand while the network was down goes on when it is back', async ({ page, server }) => {
  const network = await Network.to(server.url);
  try {
    const { id } = await makeGame(page.request, {
      side: 'both',
      position: { turn: 5, phase: 'german_movement', units: { '2216': ['inf6'], '4015': ['konev'] } },
    });
    await carryCookies(page, network.url);
    await page.goto(`${network.url}/game/${id}`);
    await drawn(page);
    await expect(page.locator('.game')).toHaveAttribute('data-asks', 'move');
    network.cut();
    await expect(page.getByTestId('lost')).toBeVisible();
    await clickHex(page, '2216');
    await expect(page.getByTestId('hand')).toContainText('2216');
    network.mend();
    await expect(page.locator('.map-view .reach')).toBeAttached();
    await expect(prompt(page)).toContainText('click where it should go');
    await expect(page.getByTestId('hand')).not.toContainText('cannot be reached');
  } finally {
    await network.close();
  }
});

test('a part that is wanted while the network is down comes when it is back, with its looks', async ({
  page,
  server,
}) => {
  const network = await Network.to(server.url);
  try {
    const { id } = await makeGame(page.request, {
      side: 'both',
      position: { turn: 5, phase: 'german_movement', units: { '2216': ['inf6'], '4015': ['konev'] } },
    });
    await carryCookies(page, network.url);
    await page.goto(`${network.url}/game/${id}`);
    await drawn(page);
    network.cut();
    await expect(page.getByTestId('lost')).toBeVisible();
    await page.keyboard.press('?');
    const sheet = page.getByTestId('sheet-help');
    await expect(sheet).toContainText('could not be loaded');
    network.mend();
    const help = page.getByTestId('keyboard-help');
    await expect(help.locator('kbd').first()).toBeVisible();
    await expect(sheet).not.toContainText('could not be loaded');
    expect(await help.evaluate((element) => getComputedStyle(element).columnCount)).toBe('2');
  } finally {
    await network.close();
  }
});
