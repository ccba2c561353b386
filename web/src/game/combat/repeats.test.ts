import { describe, expect, test } from 'vitest';
import type { EntryView, LegalView } from '../../wire/types';
import { repeatsOf } from './repeats';

const legal = {
  attacks: [
    { target: '2011', units: ['pz7-25', 'pz7-6', 'inf5'] },
    { target: '1811', units: ['mot14-53', 'konrad'] },
  ],
  capable: ['pz7-25', 'pz7-6', 'inf5', 'mot14-53'],
} as unknown as LegalView;
const attack = (n: number, turn: number, targets: string[], units: string[], side = 'german') =>
  ({ n, now: { turn }, what: { acted: { side, action: { attack: { targets, units } } } } }) as unknown as EntryView;

describe('attacks that can be made again', () => {
  test('the last first, with those of its units who still may', () => {
    const entries = [
      attack(1, 4, ['1811'], ['mot14-53']),
      attack(2, 5, ['2011'], ['pz7-25', 'pz7-7']),
      attack(3, 5, ['2011'], ['inf5']),
    ];
    expect(repeatsOf(entries, 'german', legal)).toEqual([
      { turn: 5, targets: ['2011'], units: ['inf5'], missing: [] },
      { turn: 4, targets: ['1811'], units: ['mot14-53'], missing: [] },
    ]);
    expect(repeatsOf(entries.slice(0, 2), 'german', legal)[0]).toMatchObject({ units: ['pz7-25'], missing: ['pz7-7'] });
  });
  test('not those of the enemy, nor where nobody with strength may take part, nor hexes that are not together any more', () => {
    expect(repeatsOf([attack(1, 5, ['2011'], ['pz7-25'], 'soviet')], 'german', legal)).toEqual([]);
    expect(repeatsOf([attack(1, 5, ['1811'], ['konrad'])], 'german', legal)).toEqual([]);
    expect(repeatsOf([attack(1, 5, ['2011', '1811'], ['pz7-25'])], 'german', legal)).toEqual([]);
    expect(repeatsOf([attack(1, 5, ['2011'], ['pz7-25'])], 'german', null)).toEqual([]);
  });
});
