// What the player has in mind from one action to the next. A mode lives for one decision; what should outlast it, such as the
// units that have just entered and go on, is kept here, one for each desk.
import type { Hex } from '../../lib/hex';
import type { UnitId } from '../../wire/types';

export interface Memory {
  /** Units to take in hand again, once they stand where the action brought them. */
  hand: readonly UnitId[];
  /** Other stacks that stay in hand with them. */
  others: readonly { hex: Hex; units: readonly UnitId[] }[];
  /** Newcomers by this hex are to be taken in hand: units that were there before are not. */
  entered: { hex: Hex; before: ReadonlySet<UnitId> } | null;
  /** A march of the first turn was ordered: the next who has to march comes to hand after it. */
  marched: boolean;
  /** Where the last action took place: the search for the next unit goes on from there. */
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
