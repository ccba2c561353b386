// A page by the rules of accessibility: nothing serious or critical.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

/** In the dark everything is the same but the colours. */
export async function sound(page: Page, what: string, dark: boolean) {
  // Pieces of the map in figures are pictures with one name each.
  const axe = new AxeBuilder({ page }).exclude('.piece');
  const { violations } = await (dark ? axe.withRules(['color-contrast']) : axe).analyze();
  const grave = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  const told = grave.flatMap((v) =>
    v.nodes.map((n) => `${what}: ${v.id} at ${n.target.join(' ')}: ${n.failureSummary}`),
  );
  expect(told).toEqual([]);
}
