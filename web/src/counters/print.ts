// A counter as markup. A map full of counters is several thousand shapes: parsed by the browser from one string they take about
// half the time of elements created one by one. No part of it is user input.
import { t } from '../i18n/i18n.svelte';
import { leaderName } from '../i18n/names';
import type { Unit } from '../lib/position';
import { namesOf } from '../map/names';
import {
  BAND,
  ECHELON,
  HALF,
  MARK,
  SIZE,
  SYMBOL,
  bandClass,
  drawnMarks,
  numbers,
  radius,
  star,
  type DrawnMark,
} from './drawing';
import { figures } from './figures';

const TOP = -HALF;
const STAR = star(13.8, 0.47);
const NAME = { class: 'lname', face: 'bold', size: 9.4 } as const;
const LONG_NAME = { class: 'lname long', face: 'bold', size: 8 } as const;

/** How a counter is drawn. */
export interface Manner {
  selected?: boolean;
  /** Under another counter: thickness and band, no print. */
  buried?: boolean;
  /** Faded, because it has done its part. */
  faded?: boolean;
}

/** A counter, 52 x 52 units around the origin. It carries the print of all three zooms, of which the styles show one. */
export function counterOf(unit: Unit, manner: Manner): string {
  const { buried, faded } = manner;
  const classes = [
    'counter',
    ...[unit.side, unit.kind],
    ...(unit.side === 'german' ? [bandClass(unit.division)] : []),
    ...(unit.untried ? ['untried'] : []),
    ...(faded && !buried ? ['spent'] : []),
    ...(manner.selected ? ['selected'] : []),
  ];
  return (
    `<g class="${classes.join(' ')}" data-unit="${unit.id}">` +
    `${bodyOf(unit, manner)}${buried ? '' : printOf(unit, faded ?? false)}</g>`
  );
}

/** Shadow, ring, body and band. */
function bodyOf(unit: Unit, { selected }: Manner): string {
  const q = radius(unit);
  const box = (cls: string, out: number, rx: number) =>
    `<rect class="${cls}" x="${TOP - out}" y="${TOP - out}" width="${SIZE + 2 * out}" height="${SIZE + 2 * out}" rx="${rx}"/>`;
  return (
    shadowOf(q) +
    (selected ? box('ring-o', 3.4, q + 3) + box('ring', 2.4, q + 2) : '') +
    box('edge', 0, q) +
    `<rect class="body" x="${TOP}" y="${TOP}" width="${SIZE}" height="${SIZE - 1.5}" rx="${q}"/>` +
    `<path class="band" d="M${TOP} ${TOP + BAND}V${TOP + q}A${q} ${q} 0 0 1 ${TOP + q} ${TOP}H${HALF - q}` +
    `A${q} ${q} 0 0 1 ${HALF} ${TOP + q}V${TOP + BAND}Z"/>` +
    (unit.division && unit.kind === 'motorized' ? `<path class="stripe" d="M${TOP} ${TOP + 13}H${HALF}"/>` : '')
  );
}
const shadowOf = (q: number) =>
  `<rect class="sh1" x="${TOP + 0.6}" y="${TOP + 2.6}" width="${SIZE + 0.8}" height="${SIZE + 0.6}" rx="${q + 1}"/>` +
  `<rect class="sh2" x="${TOP - 0.7}" y="${TOP + 0.7}" width="${SIZE + 1.4}" height="${SIZE + 1.6}" rx="${q + 1}"/>`;

/** The print and the marks beside it. The symbol is one for all zooms, moved by the styles. */
function printOf(unit: Unit, faded: boolean): string {
  const { troubles, deed } = drawnMarks(unit);
  const parts = unit.kind === 'leader' ? leaderPrint(unit) : unitPrint(unit, unit.kind);
  const hatch = troubles.includes('disrupted') ? hatchOf(unit) : '';
  const { d, shift } = ECHELON[unit.size];
  const size = `<path class="size" transform="translate(${shift} ${TOP + 6.3})" d="${d}"/>`;
  const shine = `<path class="shine" d="M${TOP + radius(unit)} ${TOP + 0.8}H${HALF - radius(unit)}"/>`;
  return (
    `${faded ? veilOf(unit) : ''}${hatch}${parts.symbol}<g class="p-near">${shine}${size}${parts.near}</g>` +
    parts.mid +
    marksOf(troubles, deed)
  );
}

interface Parts {
  near: string;
  /** What is drawn at every zoom. */
  symbol: string;
  /** One element of class `p-mid`. */
  mid: string;
}

function leaderPrint(unit: Unit): Parts {
  const name = leaderName(unit.id);
  const army = unit.label[0] || t('army.reserve.short');
  const rating = unit.rating ?? 0;
  return {
    near:
      figures(army, { class: 'desig', size: 10, weight: 600, anchor: 'start', x: TOP + 6.4, y: TOP + 9.9 }) +
      figures(rating, { class: 'rating', size: 14, y: 5.9 }) +
      namesOf([{ text: name, x: 0, y: HALF - 4.8, anchor: 'middle' }], name.length > 8 ? LONG_NAME : NAME),
    symbol: `<path class="star" d="${STAR}"/>`,
    mid: figures(rating, { class: 'rating p-mid', size: 18, y: 11.5 }),
  };
}

function unitPrint(unit: Unit, kind: Exclude<Unit['kind'], 'leader'>): Parts {
  const band = { class: 'desig', size: 10, weight: 600, y: TOP + 9.9 } as const;
  const [left, right] = unit.label;
  const value = numbers(unit);
  return {
    near:
      (left ? figures(left, { ...band, anchor: 'start', x: TOP + (radius(unit) > 6 ? 6.4 : 4.6) }) : '') +
      (right ? figures(right, { ...band, anchor: 'end', x: HALF - 4.6 }) : '') +
      pipsOf(unit) +
      figures(value, { class: 'val', size: value.length > 5 ? 17.2 : 18.7, y: HALF - 4.6 }),
    symbol: symbolOf(kind),
    // The map opens at this zoom: how far a unit goes is looked at first. Three figures are printed smaller, but not below 9 pixels.
    mid: figures(value, { class: 'val p-mid', size: value.length > 4 ? 21 : 25, y: 22.8 }),
  };
}

/** The NATO symbol of a kind of unit. */
const symbolOf = (kind: Exclude<Unit['kind'], 'leader'>) =>
  `<g class="nato"><rect x="-15" y="-8.5" width="30" height="17"/><path d="${SYMBOL[kind]}"/>` +
  `${kind === 'motorized' ? `<path class="wheels" d="${disc(-8, 10.2, 1.9)}${disc(8, 10.2, 1.9)}"/>` : ''}</g>`;

/** A full circle as part of a path. */
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Steps, those that are left filled in. */
function pipsOf({ steps, lost }: Unit): string {
  if (steps < 2) return '';
  const pip = (i: number) => disc(HALF - 5, Number((-11 + i * 5.2 + (steps === 2 ? 5.2 : 0)).toFixed(1)), 1.85);
  const all = Array.from({ length: steps }, (_, i) => pip(i));
  const left = steps - lost;
  const gone = left < steps ? `<path class="pips" d="${all.slice(left).join('')}"/>` : '';
  return `<path class="pips on" d="${all.slice(0, left).join('')}"/>${gone}`;
}

/** The band keeps its colour: the designation on it is read also when the unit has acted. */
const veilOf = (unit: Unit) => `<path class="veil" d="${belowBand(unit)}"/>`;
const hatchOf = (unit: Unit) => `<path class="hatch p-near" d="${belowBand(unit)}"/>`;
function belowBand(unit: Unit): string {
  const q = radius(unit);
  const foot = HALF - 1.5;
  return (
    `M${TOP} ${TOP + BAND}H${HALF}V${foot - q}A${q} ${q} 0 0 1 ${HALF - q} ${foot}` +
    `H${TOP + q}A${q} ${q} 0 0 1 ${TOP} ${foot - q}Z`
  );
}

/** Troubles at the left, one above the other; the deed at the lower right. */
function marksOf(troubles: readonly DrawnMark[], deed: DrawnMark | null): string {
  const at = (i: number) => (-3.3 + (troubles.length > 1 ? (i ? -8.5 : 8.5) : 0)).toFixed(1);
  const mark = (name: DrawnMark, place: string) => `<g class="mark" transform="${place}">${MARK[name]}</g>`;
  return (
    troubles.map((name, i) => mark(name, `translate(${TOP + 0.5} ${at(i)}) scale(.92)`)).join('') +
    (deed ? mark(deed, `translate(${HALF + 2} ${HALF - 4}) scale(.9)`) : '')
  );
}
