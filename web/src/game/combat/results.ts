// Results of the combat table as the odds sheet sorts them: what they do to whom, in the order of the bar.
import type { Odds } from '../../wire/types';

export type Share = 'defender' | 'split' | 'engaged' | 'attacker' | 'severe' | 'none';
/** From the defender's worst to the attacker's worst. */
const ORDER = ['De', 'D2', 'D1', 'De/A1', 'D2/A1', 'D1/A1', 'Eng', 'A1', 'A2', 'Ae'];

export const hitsDefender = (result: string) => result.startsWith('D') || result === 'Eng';
export const hitsAttacker = (result: string) => result.includes('A') || result === 'Eng';

export function shareOf(result: string): Share {
  if (result === 'Eng') return 'engaged';
  if (hitsDefender(result)) return hitsAttacker(result) ? 'split' : 'defender';
  return result === 'A1' ? 'attacker' : 'severe';
}

export interface Segment {
  /** The result, or `walkover` or `called_off`. */
  id: string;
  chance: number;
  share: Share;
}

/** The bar of an odds sheet: everything that can come, with its chance. */
export function segments(odds: Odds): Segment[] {
  const all: Segment[] = [...odds.results]
    .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([id, chance]) => ({ id, chance, share: shareOf(id) }));
  if (odds.walkover > 0) all.unshift({ id: 'walkover', chance: odds.walkover, share: 'defender' });
  if (odds.called_off > 0) all.push({ id: 'called_off', chance: odds.called_off, share: 'none' });
  return all;
}

export function suffering(odds: Odds): { defender: number; attacker: number } {
  const sum = (hit: (result: string) => boolean) =>
    odds.results.reduce((total, [result, chance]) => total + (hit(result) ? chance : 0), 0);
  return { defender: sum(hitsDefender) + odds.walkover, attacker: sum(hitsAttacker) };
}

/** How good it is for the attacker, to compare one sheet with another: more harm done than taken. */
export function merit(odds: Odds): number {
  const { defender, attacker } = suffering(odds);
  return defender - attacker;
}

/** The column that comes most often. */
export const likeliest = (odds: Odds): readonly [string, number] | null =>
  [...odds.columns].sort((a, b) => b[1] - a[1])[0] ?? null;

/** Steps or hexes a result asks of a side; 'all' for De and Ae. */
export function partOf(result: string, attacker: boolean): number | 'all' | null {
  if (result === 'Eng') return 1;
  const part = result.split('/').find((p) => p.startsWith(attacker ? 'A' : 'D'));
  if (!part) return null;
  return part[1] === 'e' ? 'all' : Number(part[1]);
}
