// The guided first battle, played to its end as a beginner would, by clicks and keys; and what happens when one errs.
import type { Page } from '@playwright/test';
import { answerAll, clickHex, drawn, sendTo } from './support/game';
import { expect, test } from './support/test';

const coach = (page: Page) => page.getByTestId('coach');
const at = async (page: Page, lesson: string, step: string) => {
  await expect(page.locator(`[data-lesson="${lesson}"][data-step="${step}"]`)).toBeVisible();
  await drawn(page);
};
const asked = (page: Page, question: string) => expect(page.locator(`.game[data-asks="${question}"]`)).toBeVisible();
/** On to the next step, once this one is done; what was the next button of this step must not be taken for that one's. */
const next = async (page: Page) => {
  const here = await page.locator('[data-lesson]').evaluate(placeIn);
  await page.getByTestId('learn-next').click();
  await expect.poll(() => page.locator('[data-lesson]').evaluate(placeIn)).not.toBe(here);
};
const placeIn = (element: Element) => `${element.getAttribute('data-lesson')} ${element.getAttribute('data-step')}`;
/** The odds stand on the screen and the attack can be made. */
const odds = (page: Page) => expect(page.getByTestId('odds-confirm')).toBeEnabled();

test('from the first move to Smolensk', async ({ page }) => {
  await page.goto('/');
  await page.getByTestId('door-learn').click();
  await at(page, 'move', 'hello');
  await next(page);
  await asked(page, 'move');
  await clickHex(page, '1219');
  await next(page);
  await clickHex(page, '1420');
  await expect(page.getByTestId('prompt')).toContainText('click 1420 again');
  await clickHex(page, '1420');
  await expect(coach(page)).toContainText('take a move back');
  await next(page);

  await at(page, 'terrain', 'forest');
  await asked(page, 'move');
  await clickHex(page, '1219');
  await sendTo(page, '1218');
  await next(page);
  await asked(page, 'move');
  await clickHex(page, '1218');
  await sendTo(page, '1217');
  await next(page);

  await at(page, 'road', 'drive');
  await asked(page, 'move');
  await clickHex(page, '1016');
  await sendTo(page, '1915');
  await next(page);

  await at(page, 'zone', 'see');
  await asked(page, 'move');
  await page.keyboard.press('z');
  await next(page);
  await clickHex(page, '1116');
  await sendTo(page, '1316');
  await next(page);
  await asked(page, 'move');
  await page.getByTestId('learn-show').click();
  await next(page);

  await at(page, 'attack', 'odds');
  await asked(page, 'attack');
  await clickHex(page, '1416');
  await odds(page);
  await page.keyboard.press('Enter');
  await next(page);
  // The die has gone by now: what it said is told.
  await expect(page.getByTestId('learn-die')).toBeVisible();
  await expect(coach(page)).toContainText(/The die came up [1-6]: that row of the table, in the column 10-1, says D/);
  await next(page);
  await asked(page, 'advance');
  await page.keyboard.press('Enter');
  await next(page);

  await at(page, 'untried', 'unknown');
  await asked(page, 'attack');
  await clickHex(page, '1516');
  await odds(page);
  await page.keyboard.press('Enter');
  await next(page);
  // Whatever the die brings: each question is answered as it is offered, until the combat is over.
  await answerAll(page, page.getByTestId('learn-next'));
  await next(page);

  await at(page, 'choice', 'choose');
  await asked(page, 'loss_or_retreat');
  await page.keyboard.press('l');
  await page.keyboard.press('Enter');
  await next(page);
  await next(page);

  await at(page, 'route', 'first');
  await asked(page, 'route');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await next(page);
  await asked(page, 'route');
  await page.keyboard.press('Enter');
  await next(page);
  await asked(page, 'advance');
  await page.keyboard.press('Enter');
  await next(page);

  await at(page, 'overrun', 'close');
  await asked(page, 'move');
  await clickHex(page, '1516');
  await sendTo(page, '1615');
  await next(page);
  await asked(page, 'move');
  await clickHex(page, '1615');
  await clickHex(page, '1716');
  await odds(page);
  await page.keyboard.press('Enter');
  await next(page);
  await asked(page, 'move');
  await clickHex(page, '1716');
  await sendTo(page, '1815');
  await next(page);

  await at(page, 'supply', 'see');
  await asked(page, 'move');
  await page.keyboard.press('s');
  await next(page);
  await clickHex(page, '1219');
  await sendTo(page, '1419');
  await next(page);

  await at(page, 'air', 'place');
  await asked(page, 'place_air_markers');
  await clickHex(page, '2715');
  await next(page);
  await page.getByTestId('learn-show').click();
  await next(page);

  // Smolensk holds a stack of one's own: a destination as any other while the division is in hand.
  await at(page, 'rail', 'ride');
  await asked(page, 'move');
  await clickHex(page, '4015');
  await expect(page.locator('.map-view .reach, .map-view .rail-net').first()).toBeAttached();
  await clickHex(page, '2216');
  await page.getByTestId('command-move').first().click();
  await next(page);

  await at(page, 'arrivals', 'bring');
  await asked(page, 'move');
  await page.getByTestId('command-bring_all').click();
  await clickHex(page, '4015');
  await clickHex(page, '4015');
  await next(page);
  await next(page);

  await at(page, 'leader', 'see');
  await asked(page, 'move');
  await page.keyboard.press('c');
  await next(page);
  await asked(page, 'move');
  await clickHex(page, '1812');
  await sendTo(page, '1614');
  await next(page);
  await page.getByTestId('learn-show').click();
  await next(page);
  await asked(page, 'attack');
  await clickHex(page, '1416');
  await odds(page);
  await page.keyboard.press('Enter');
  await next(page);
  await answerAll(page, page.getByTestId('learn-next'));
  await next(page);

  await at(page, 'win', 'take');
  await asked(page, 'move');
  await clickHex(page, '2115');
  await sendTo(page, '2216');
  await next(page);
  await next(page);
  await page.getByTestId('learn-play').click();
  await expect(page).toHaveURL(/\/game\//);
  await drawn(page);
});

test('a wrong move is told kindly, a lesson can be begun again, skipped and resumed', async ({ page }) => {
  await page.goto('/learn');
  await at(page, 'move', 'hello');
  await page.getByTestId('learn-next').click();
  await asked(page, 'move');
  await page.getByTestId('learn-show').click();
  await next(page);
  // Somewhere else than asked.
  await clickHex(page, '1119');
  await sendTo(page, '1020');
  await expect(coach(page)).toContainText('our goal is the outlined hex');
  await page.getByTestId('learn-again').click();
  await at(page, 'move', 'hello');
  await next(page);
  await page.getByTestId('learn-skip').click();
  await at(page, 'terrain', 'forest');
  await page.reload();
  await at(page, 'terrain', 'forest');
  // The rule opens over the map.
  await coach(page).getByRole('button', { name: 'The rule: 6.7' }).click();
  await expect(page.getByTestId('rule-sheet')).toContainText('forest');
  await page.keyboard.press('Escape');
  // Any lesson can be chosen.
  await page.getByTestId('lessons').click();
  await coach(page).getByRole('button', { name: 'Supply' }).click();
  await at(page, 'supply', 'see');
  // Its games are not among those to continue.
  await page.getByTestId('learn-leave').click();
  await expect(page.getByText('No game of yours is under way')).toBeVisible();
});

test('who fails a step twice is shown how it goes', async ({ page }) => {
  await page.goto('/learn');
  await page.getByTestId('lessons').click();
  await coach(page).getByRole('button', { name: 'Forest and river' }).click();
  await at(page, 'terrain', 'forest');
  await asked(page, 'move');
  await clickHex(page, '1219');
  await sendTo(page, '1319');
  await expect(coach(page)).toContainText('our goal is the outlined hex');
  await asked(page, 'move');
  await clickHex(page, '1319');
  await sendTo(page, '1320');
  // Both are taken back, and the way to the forest is gone before one's eyes.
  await expect(coach(page)).toContainText('this is how it goes');
  await expect(page.locator('.counters .stack[data-hex="1218"]')).toBeVisible();
  await expect(page.getByTestId('learn-next')).toBeVisible();
});

for (const [size, width, height] of [
  ['tablet', 820, 1180],
  ['phone', 390, 844],
  ['small phone', 360, 640],
] as const) {
  test.describe(size, () => {
    test.use({ viewport: { width, height } });
    test('what is to be done stands there whole, in every lesson', async ({ page }) => {
      await page.goto('/learn');
      for (let lesson = 0; lesson < 15; lesson++) {
        await page.getByTestId('lessons').click();
        await coach(page).getByRole('listitem').nth(lesson).getByRole('button').click();
        await drawn(page);
        for (const words of [coach(page).locator('.body'), page.getByTestId('prompt')]) {
          const cut = await words.evaluate((e) =>
            Math.max(e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth),
          );
          // A line that is cut off is at least this high.
          expect(cut, `lesson ${lesson + 1}`).toBeLessThan(8);
        }
      }
    });
  });
}
