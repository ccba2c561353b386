// A way described in legs: what kind of step, from where to where, and at what cost.
import { hexFacts } from '../../lib/terrain';
import type { Hex } from '../../lib/hex';
import type { Reach } from '../../lib/reach';

export type StepKind = 'road' | 'clear' | 'forest' | 'swamp' | 'city' | 'river';
export interface Leg {
  kind: StepKind;
  hexes: Hex[];
  /** Half-points. */
  cost: number;
}

/** The legs of a path; a cost is the difference of the server's costs of two hexes on it. */
export function legsOf(start: Hex, path: readonly Hex[], reach: Reach): Leg[] {
  const at = new Map(reach.hexes.map((h) => [h.hex, h]));
  const legs: Leg[] = [];
  let [from, spent] = [start, 0];
  for (const hex of path) {
    const known = at.get(hex);
    const facts = hexFacts(hex);
    const river = facts.rivers.includes(from);
    const ground = facts.ground === 'lake' ? 'clear' : facts.ground;
    const kind: StepKind = river ? 'river' : known?.road ? 'road' : ground;
    const cost = Math.max(0, (known?.cost ?? spent) - spent);
    const last = legs.at(-1);
    if (last?.kind === kind) {
      last.hexes.push(hex);
      last.cost += cost;
    } else legs.push({ kind, hexes: [hex], cost });
    [from, spent] = [hex, known?.cost ?? spent];
  }
  return legs;
}
