import { expect, test } from 'vitest';
import { parseUnits } from '../../lib/position';
import { inShort, type Line } from './sums';

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
