// The units of one hex as markup. The first is on top at the lower left, the others peep out to the upper right, so that every
// band stays visible. A whole division carries its tag, a Leader underneath shows his star.
import { t } from '../i18n/i18n.svelte';
import type { Stack, Unit } from '../lib/position';
import { HALF, bandClass, star } from './drawing';
import { figures } from './figures';
import { counterOf } from './print';

/** How far one counter peeps out from under the next. */
const STEP = 4.2;
const STAR = star(9.4, 0.5);

export function pileOf(stack: Stack, ringed: (unit: Unit) => boolean, faded: (unit: Unit) => boolean): string {
  const { units } = stack;
  const middle = (units.length - 1) / 2;
  const counters = units.map((unit, i) => {
    const counter = counterOf(unit, { selected: ringed(unit), buried: i > 0, faded: faded(unit) });
    const up = (i - middle) * STEP;
    return middle ? `<g transform="translate(${up.toFixed(1)} ${(-up).toFixed(1)})">${counter}</g>` : counter;
  });
  const lift = middle * STEP;
  return `<g class="pile">${counters.reverse().join('')}</g>${divisionTag(stack, lift)}${leaderStar(units, lift)}`;
}

function divisionTag({ integrated }: Stack, lift: number): string {
  if (!integrated) return '';
  return (
    `<g class="x2 p-near ${bandClass(integrated)}" transform="translate(${-HALF - lift - 2} ${-HALF + lift - 4})">` +
    `<rect x="-9" y="-7" width="18" height="13.4" rx="4"/>` +
    `${figures(t('stack.double'), { class: 'fig', size: 10.5, y: 3.4 })}</g>`
  );
}

function leaderStar(units: readonly Unit[], lift: number): string {
  const leader = units.slice(1).find((u) => u.kind === 'leader');
  if (!leader) return '';
  return (
    `<g class="boss p-near" transform="translate(${HALF + lift - 3} ${-HALF - lift + 3})"><circle r="9.6"/>` +
    `<path d="${STAR}"/>${figures(leader.rating ?? 0, { class: 'fig', size: 9, y: 3.3 })}</g>`
  );
}
