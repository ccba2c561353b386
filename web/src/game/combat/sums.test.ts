import { expect, test } from 'vitest';
import { parseUnits, viewOf } from '../../lib/position';
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
      { case: '7.3', what: 'integrated', units: regiments, hex: '0411', value: 2 },
      { case: '9.31', what: 'terrain', units: ['r1'], hex: '0512', value: 2 },
      { case: '6.55', what: 'overrun', units: regiments, hex: null, value: 2 },
    ],
  } as unknown as Odds;
  const { attack, defense } = sheetOf(view, odds, regiments, ['0512']);
  expect(attack.map((l) => (l.kind === 'modifier' ? l.what : l.kind))).toEqual(['who', 'integrated', 'overrun']);
  expect(defense.map((l) => (l.kind === 'modifier' ? l.what : l.kind))).toEqual(['who', 'terrain']);
});
