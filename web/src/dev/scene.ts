// What the specimens lay over a position, all of it from the fixtures.
import { distance, hexesWithin, neighbours, type Hex } from '../lib/hex';
import { facts } from '../lib/facts';
import { viewOf, type GameView, type Stack } from '../lib/position';
import type { Position, Side } from '../wire/types';
import { rail, route, turn5 } from './fixtures';

/** The division in hand and the hex it is aimed at: next to the enemy, as far away as it can get. */
export function aim(view: GameView) {
  const { picked } = turn5;
  const enemies = [...view.stacks.values()].filter((s) => s.side === 'soviet').map((s) => s.hex);
  const goals = picked.reach.hexes.filter((h) => h.stops && !view.stacks.has(h.hex));
  const goal = goals.sort((a, b) => b.path.length - a.path.length || a.cost - b.cost)[0] ?? picked.reach.hexes[0];
  const target = enemies.find((e) => distance(e, goal.hex) === 1) ?? null;
  const from = [...view.stacks.values()].filter((s) => s.side === 'german' && target && distance(s.hex, target) === 1);
  const left = 20 - goal.cost;
  return {
    picked,
    goal,
    target,
    attackers: [goal.hex, ...from.map((s) => s.hex)],
    left,
    overrun: [picked.hex, ...picked.reach.hexes.filter((h) => h.cost <= 14).map((h) => h.hex)],
  };
}

export const stackAt = (stack: Stack, hex: Hex): Stack => ({ ...stack, hex });

/** Supply of the German side: the road, one line for each stack, the ground of those cut off. */
export function supplyOf() {
  const { german, soviet } = turn5.supply;
  const lines = new Map(german.units.filter((u) => u.line.length > 1).map((u) => [u.hex, u.line]));
  const out = [...german.units, ...soviet.units].filter((u) => !u.in_supply).map((u) => u.hex);
  const occupied = new Set(Object.keys(turn5.position.units));
  return {
    road: german.live_road ?? [],
    lines: [...lines.values()],
    cut: new Set(out.flatMap((h) => [h, ...neighbours(h).filter((n) => !occupied.has(n))])),
  };
}

export const leadersOf = (view: GameView) =>
  [...view.units.values()].flatMap((u) =>
    u.kind === 'leader' && u.hex ? [{ hex: u.hex, radius: u.rating ?? 0 }] : [],
  );

export const objectivesOf = (view: GameView) =>
  facts.objectives.map((o) => ({
    hexes: o.hexes,
    points: o.points,
    side: (o.hexes.every((h) => view.germanControl.has(h)) ? 'german' : 'soviet') as Side,
  }));

/** The retreat that is being routed. */
export function retreatOf() {
  const { combat } = route.position;
  const options = route.legal.actions.flatMap((a) => (typeof a === 'object' && 'route' in a ? [a.route] : []));
  const target = options[0].stack;
  const barred = neighbours(target).filter((n) => !options.some((o) => o.to === n) && !route.position.units[n]);
  return { target, origins: combat?.origins ?? [], options: options.map((o) => o.to), barred };
}

export function rideOf() {
  const start = rail.reach.start;
  const [net] = rail.reach.rail;
  const goal = net.hexes.find((h) => h.hex === rail.ride.path[rail.ride.path.length - 1]) ?? net.hexes[0];
  return { start, net: net.hexes, goal, unit: rail.ride.unit };
}

/** The moves of the last actions, each from where the unit stood. */
export function lastMoves() {
  return turn5.lastTurn.flatMap(({ side, action }) => {
    if (typeof action !== 'object') return [];
    if ('move' in action) return [{ side, path: action.move.path }];
    if ('ride' in action) return [{ side, path: action.ride.path }];
    return [];
  });
}

export const viewOfMoment = (name: string, moments: Record<string, { position: Parameters<typeof viewOf>[0] }>) =>
  viewOf((moments[name] ?? moments.turn5).position);

/** The same units, each in a hex of its own as near as there is room: the hardest case for drawing. */
export function eachAlone(position: Position): Position {
  const units: Record<Hex, string[]> = {};
  for (const [hex, here] of Object.entries(position.units)) {
    for (const unit of here) {
      let radius = 0;
      let free: Hex | undefined;
      while (!free) free = hexesWithin(hex, radius++).find((h) => !units[h]);
      units[free] = [unit];
    }
  }
  return { ...position, units };
}
