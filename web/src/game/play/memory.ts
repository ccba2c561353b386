// What outlasts an action. A mode lives for one decision; what the player goes on with afterwards, such as units that have just
// entered, is kept here, one for each desk.
import type { Hex } from '../../lib/hex';
import type { UnitId } from '../../wire/types';

export interface Memory {
  /** Units to take in hand again, once they stand where the action brought them. */
  hand: readonly UnitId[];
  /** Other stacks that stay in hand with them. */
  others: readonly { hex: Hex; units: readonly UnitId[] }[];
  /** Take the newcomers in this hex in hand, but not the units that were there before. */
  entered: { hex: Hex; before: ReadonlySet<UnitId> } | null;
  /** A march of the first turn was ordered: after it, take up the next party that has to march. */
  marched: boolean;
  /** Where the last action took place: the search for the next unit starts from there. */
  at: Hex | null;
}

const kept = new WeakMap<object, Memory>();

export function memoryOf(desk: object): Memory {
  let memory = kept.get(desk);
  if (!memory) kept.set(desk, (memory = { hand: [], others: [], entered: null, marched: false, at: null }));
  return memory;
}

export function forget(memory: Memory) {
  memory.hand = [];
  memory.others = [];
  memory.entered = null;
}
