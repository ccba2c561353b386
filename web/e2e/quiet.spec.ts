// The tests themselves: what a page complains of is heard, on whatever page.
import { expect, test } from './support/test';

test('a warning on any page of any browser is heard', async ({ page, browser, complaints }) => {
  const other = await (await browser.newContext()).newPage();
  for (const one of [page, other]) {
    // eslint-disable-next-line no-console -- what is to be heard
    await one.evaluate(() => console.warn('stale'));
    await expect.poll(() => complaints.take()).toEqual(['warning: stale']);
  }
  await page.evaluate(() => void Promise.reject(new Error('lost')));
  await expect.poll(() => complaints.take()).toEqual(['Error: lost']);
  await other.context().close();
});
