import { expect, test } from 'vitest';
import { parseUnits, viewOf } from '../../testing/texts';
import type { Odds } from '../../wire/types';
import { inShort, sheetOf, type Line } from './sums';

const who = (id: string, value: number, division: string | null): Line => ({
  kind: 'who',
  units: parseUnits(id, null),
  division,
  value,
});
const modifier = (what: string, value: number): Line => ({
  kind: 'modifier',
  what,
  case: '7.3',
  hex: '2216',
  how: 'factor',
  value,
  most: value,
});
const three = ['pz4', 'pz12', 'pz18'].flatMap((division) => [who('pz7-25', 8, division), modifier('integrated', 2)]);

test('a few lines stay as they are', () => {
  expect(inShort(three)).toEqual(three);
});

test('of many, a division and its doubling share one, and nothing else is lost', () => {
  const many = [...three, who('lehr', 3, null), modifier('out_of_supply', 2)];
  const short = inShort(many);
  expect(short).toHaveLength(5);
  expect(short[0]).toMatchObject({ kind: 'who', value: 16, times: { factor: 2, case: '7.3' } });
  expect(short.slice(3)).toEqual(many.slice(6));
});

test('who overruns at the end of a walk is doubled as a whole division, though it does not stand there yet [7.3]', () => {
  const view = viewOf({ units: { '0112': ['pz7'], '0512': ['r1'] } });
  const regiments = view.stacks.get('0112')!.units.map((u) => u.id);
  const odds = {
    modifiers: [
      { case: '7.3', what: 'integrated', units: regiments, hex: '0411', least: 2, most: 2 },
      { case: '9.31', what: 'terrain', units: ['r1'], hex: '0512', least: 2, most: 2 },
      { case: '6.55', what: 'overrun', units: regiments, hex: null, least: 2, most: 2 },
    ],
  } as unknown as Odds;
  const { attack, defense } = sheetOf(view, odds, regiments, ['0512']);
  expect(attack.map((l) => (l.kind === 'modifier' ? l.what : l.kind))).toEqual(['who', 'integrated', 'overrun']);
  expect(defense.map((l) => (l.kind === 'modifier' ? l.what : l.kind))).toEqual(['who', 'terrain']);
});

test('a Leader adds as much as the divisions have that attack with him: with untried ones that is a range [10.36]', () => {
  const view = viewOf({ units: { '1222': ['r1', 'konev'], '1322': ['inf6'] } });
  const odds = {
    modifiers: [{ case: '10.36', what: 'leader', units: ['konev'], hex: '1222', least: 1, most: 5 }],
  } as unknown as Odds;
  const { attack } = sheetOf(view, odds, ['r1', 'konev'], ['1322']);
  expect(attack[1]).toMatchObject({ kind: 'modifier', what: 'leader', how: 'plus', value: 1, most: 5 });
});
