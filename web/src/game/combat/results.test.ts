import { describe, expect, test } from 'vitest';
import type { Odds } from '../../wire/types';
import { best } from './inquiry.svelte';
import { likeliest, merit, partOf, segments, shareOf, suffering } from './results';

const even: Odds = {
  overrun: false,
  attack: { mean: 18, least: 18, most: 18 },
  defense: { mean: 14, least: 14, most: 14 },
  columns: [['1-1', 1]],
  results: [
    ['A1', 1 / 6],
    ['D1', 1 / 6],
    ['D1/A1', 2 / 6],
    ['Eng', 1 / 6],
    ['A2', 1 / 6],
  ],
  losses: { attacker: 0.8, defender: 0.5 },
  called_off: 0,
  walkover: 0,
  modifiers: [],
  exact: true,
};

describe('results', () => {
  test('sorted from the defender’s harm to the attacker’s', () => {
    expect(segments(even).map((s) => s.id)).toEqual(['D1', 'D1/A1', 'Eng', 'A1', 'A2']);
    expect(['De', 'De/A1', 'Eng', 'A1', 'A2', 'Ae'].map(shareOf)).toEqual([
      ...['defender', 'split', 'engaged', 'attacker', 'severe', 'severe'],
    ]);
  });
  test('who suffers how often', () => {
    const { defender, attacker } = suffering(even);
    expect(defender).toBeCloseTo(4 / 6);
    expect(attacker).toBeCloseTo(5 / 6);
  });
  test('an attack may find nobody, or have no strength', () => {
    const odds = { ...even, results: [], columns: [], walkover: 0.75, called_off: 0.25 } satisfies Odds;
    expect(segments(odds).map((s) => s.id)).toEqual(['walkover', 'called_off']);
    expect(suffering(odds)).toEqual({ defender: 0.75, attacker: 0 });
    expect(likeliest(odds)).toBeNull();
  });
  test('what a result asks of each side', () => {
    expect(partOf('D2/A1', false)).toBe(2);
    expect(partOf('D2/A1', true)).toBe(1);
    expect(partOf('De/A1', false)).toBe('all');
    expect(partOf('A2', false)).toBeNull();
    expect(partOf('Eng', false)).toBe(1);
  });
  test('the stack that helps most', () => {
    const good: Odds = { ...even, results: [['D2', 1]] };
    const fair: Odds = { ...even, results: [['D1/A1', 1]] };
    expect(merit(good)).toBeGreaterThan(merit(fair));
    const more = [fair, good, even].map((odds, i) => ({ units: [String(i)], odds }));
    expect(best(even, more)?.units).toEqual(['1']);
    expect(best(good, more)).toBeNull();
  });
});
