// What a page shows and has fetched, as text: a failure that comes once in a hundred runs is understood from what the run printed.
import type { Page } from '@playwright/test';

/** The requests that count are the last ones. */
const REQUESTS = 40;

export async function sceneOf(page: Page): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot();
  const fetched = await page.evaluate((most) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return all
      .slice(-most)
      .map(
        (one) =>
          `${one.responseStatus} ${one.name} from ${Math.round(one.startTime)} for ${Math.round(one.duration)} ms`,
      );
  }, REQUESTS);
  return [page.url(), seen, ...fetched].join('\n');
}
