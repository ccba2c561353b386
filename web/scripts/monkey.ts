// `npm run monkey`: somebody who clicks, drags, taps and types whatever comes to hand, on a desk and on a phone. Errors on the page
// fail it, as they fail every test. MONKEY_SEED gives another series, MONKEY_STEPS a longer one.
import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/support/test';

const SEED = Number(process.env.MONKEY_SEED ?? 1941);
const STEPS = Number(process.env.MONKEY_STEPS ?? 1500);
const KEYS = [
  ...['Enter', 'Escape', 'Tab', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Control+z', 'Control+y'],
  ...'123nfzscrotlhuemvbqwgx+-0?'.split(''),
];
/** What would lead out of the game, or speak another language. */
const SPARED = /Sign|Home|日本語/;

/** The same series for the same seed. */
function chance(seed: number) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

async function begin(page: Page, side: string) {
  await page.goto('/');
  await page.getByText(side, { exact: true }).first().click();
  await page.getByTestId('play-now').click();
  await page.getByTestId('briefing-go').click();
  await expect(page.locator('.game')).toHaveAttribute('data-asks', /./);
}

async function play(page: Page, side: string, touch: boolean) {
  const random = chance(SEED);
  const one = (n: number) => Math.floor(random() * n);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const somewhere = () => [random() * width, random() * height] as const;
  const press = (x: number, y: number) => (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  const deeds = [
    () => press(...somewhere()),
    async () => {
      const stacks = page.locator('.counters .stack');
      const box = await stacks.nth(one(Math.max(1, await stacks.count()))).boundingBox({ timeout: 500 });
      if (box) await press(box.x + box.width / 2, box.y + box.height / 2);
    },
    async () => {
      if (touch) return press(...somewhere());
      await page.mouse.move(...somewhere());
      await page.mouse.down();
      await page.mouse.move(...somewhere(), { steps: 3 });
      await page.mouse.up();
    },
    () => page.keyboard.press(KEYS[one(KEYS.length)]),
    async () => {
      const buttons = page.locator('button:visible');
      const button = buttons.nth(one(Math.max(1, await buttons.count())));
      if (!SPARED.test(await button.innerText({ timeout: 300 }))) await button.click({ timeout: 400 });
    },
  ];
  await begin(page, side);
  for (let step = 0; step < STEPS; step++) {
    // What cannot be pressed just now is no fault.
    await deeds[one(deeds.length)]().catch(() => {});
    if (!page.url().includes('/game/')) await begin(page, side);
  }
}

test('on a desk', async ({ page }) => play(page, 'German', false));
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('on a phone', async ({ page }) => play(page, 'Soviet', true));
});
