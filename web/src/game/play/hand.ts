// Which units of a stack a click takes up: a division that stands together goes together, as does a Leader with his units.
import type { Stack } from '../../lib/position';
import type { UnitId } from '../../wire/types';

/** More than a hex may hold in the end: a stack that large is not meant to march as one. */
const TOO_MANY = 4;

export function firstPick(stack: Stack, able: ReadonlySet<UnitId>): UnitId[] {
  const units = stack.units.filter((unit) => able.has(unit.id));
  if (stack.integrated) {
    const division = units.filter((unit) => unit.division === stack.integrated);
    if (division.length) return division.map((unit) => unit.id);
  }
  if (units.length > TOO_MANY) return units.slice(0, 1).map((unit) => unit.id);
  return units.map((unit) => unit.id);
}

/** The stack after the one last looked at, in the order of hexes, that has a unit able to act; null if none has. */
export function nextStack(stacks: Iterable<Stack>, able: ReadonlySet<UnitId>, after: string | null, back = false) {
  const waiting = [...stacks]
    .filter((stack) => stack.units.some((unit) => able.has(unit.id)))
    .map((stack) => stack.hex)
    .sort();
  if (!waiting.length) return null;
  if (back) return waiting.findLast((hex) => after !== null && hex < after) ?? waiting[waiting.length - 1];
  return waiting.find((hex) => after === null || hex > after) ?? waiting[0];
}
