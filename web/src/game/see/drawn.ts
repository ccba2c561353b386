// What overlays draw, from the position and from what the server says of it.
import { neighbours, type Hex } from '../../lib/hex';
import { facts } from '../../lib/facts';
import type { GameView, Stack } from '../../lib/position';
import type { Rides } from '../../lib/reach';
import type { AreasView, Side, SupplyView, UnitId, UnitSupplyView } from '../../wire/types';
import type { Screen } from '../screen.svelte';

/** What is looked at. */
interface Looking {
  game: Pick<Screen['game'], 'board'>;
  desk: Pick<Screen['desk'], 'inspected' | 'hover' | 'cursor'>;
  mode: Pick<Screen['mode'], 'picked'>;
}
/** The stack whose reach is shown: the one looked at, else the one under the pointer. */
export function reachSubject({ game, desk, mode }: Looking): Stack | null {
  const { board } = game;
  // What units in hand can reach is shown by their mode.
  if (!board || mode.picked.size) return null;
  for (const hex of [desk.inspected, desk.hover, desk.cursor]) {
    const stack = hex && board.stacks.get(hex);
    if (stack) return stack;
  }
  return null;
}

/** The Leaders on the map with their radius: the rating of now where the server told it. */
export function leadersOf(board: GameView, areas: AreasView | null): { hex: Hex; radius: number }[] {
  if (areas) return areas.command.map((c) => ({ hex: c.hex, radius: c.rating }));
  return [...board.units.values()].flatMap((u) =>
    u.kind === 'leader' && u.hex ? [{ hex: u.hex, radius: u.rating ?? 0 }] : [],
  );
}

export const objectivesOf = (board: GameView) =>
  facts.objectives.map((o) => ({
    hexes: o.hexes,
    points: o.points,
    side: (o.hexes.every((h) => board.germanControl.has(h)) ? 'german' : 'soviet') as Side,
  }));

/** Ground under units that are out of supply: their hexes and the free ones beside them. */
export function cutGround(supplies: readonly SupplyView[], board: GameView): Set<Hex> {
  const out = supplies.flatMap((s) => s.units.filter((u) => !u.in_supply).map((u) => u.hex));
  return new Set(out.flatMap((hex) => [hex, ...neighbours(hex).filter((n) => !board.stacks.has(n))]));
}

/** What a ride costs to each station, of the first unit that may ride. */
export function stationsOf(rail: readonly Rides[]): { hex: Hex; cost: number }[] {
  const rides = rail.find((r) => r.hexes.length > 0);
  return rides ? rides.hexes.map(({ hex, cost }) => ({ hex, cost })) : [];
}

export const byUnit = (units: readonly UnitSupplyView[]): ReadonlyMap<UnitId, UnitSupplyView> =>
  new Map(units.map((u) => [u.unit, u]));
