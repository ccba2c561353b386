import { describe, expect, test } from 'vitest';
import type { ArrivalView } from '../../wire/types';
import { cameIn, endsOf, everybody, stacksOf, wayOf } from './arriving';
import type { Newcomer } from './tray';

const row = (key: string, who: string[], count = 1) =>
  ({ key, who, count, units: who.map((id) => ({ id })) }) as unknown as Newcomer;
const RIFLES = row('rifle X', ['rifle X'], 3);
const DIVISION = row('pz17', ['pz17-39', 'pz17-40']);
const arrivals: ArrivalView[] = [
  {
    ...{ who: ['pz17-39', 'pz17-40'], entry: '0120', rail: false, to: '0320' },
    actions: [
      { enter: { who: 'pz17-39', hex: '0120' } },
      { enter: { who: 'pz17-40', hex: '0120' } },
      { move: { units: ['pz17-39', 'pz17-40'], path: ['0220', '0320'] } },
    ],
  },
  {
    ...{ who: ['rifle X'], entry: '5907', rail: true, to: '5707' },
    actions: [{ enter: { who: 'rifle X', hex: '5907', rail: true } }, { ride: { unit: 'r1', path: ['5807', '5707'] } }],
  },
  {
    ...{ who: ['rifle X'], entry: '5907', rail: false, to: '5907' },
    actions: [{ enter: { who: 'rifle X', hex: '5907' } }],
  },
];

describe('a plan of arrivals', () => {
  test('is asked for everybody: a division by its regiments, others as often as they wait', () => {
    expect(everybody([DIVISION, RIFLES])).toEqual(['pz17-39', 'pz17-40', 'rifle X', 'rifle X', 'rifle X']);
    expect(cameIn(arrivals)).toBe(4);
  });
  test('has a way for each, and ends with who comes there', () => {
    expect(arrivals.map(wayOf)).toEqual([['0120', '0220', '0320'], ['5907', '5807', '5707'], ['5907']]);
    expect(endsOf(arrivals)).toEqual([
      { hex: '0320', n: 2, rail: 0, entries: ['0120'] },
      { hex: '5707', n: 1, rail: 1, entries: ['5907'] },
      { hex: '5907', n: 1, rail: 0, entries: ['5907'] },
    ]);
  });
  test('shows the counters where they will stand', () => {
    const stacks = stacksOf(arrivals, [DIVISION, RIFLES], 'german');
    expect(stacks.map(({ hex, units }) => [hex, units.map(({ id }) => id)])).toEqual([
      ['0320', ['pz17-39', 'pz17-40']],
      ['5707', ['rifle X']],
      ['5907', ['rifle X']],
    ]);
  });
});
