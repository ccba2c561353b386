// What the specimens show over a position, all from the fixtures.
import { distance, hexesWithin, neighbours, type Hex } from '../lib/hex';
import { type GameView, type Stack } from '../lib/position';
import { viewOf } from '../testing/texts';
import type { Screen } from '../game/screen.svelte';
import { moved } from '../game/time/fixture';
import type { Position } from '../wire/types';
import { rail, route, turn5, zones } from './fixtures';

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

/** The screen of a game as far as overlays look at it, at one of the kept positions. */
export function screenAt(fixture: string, view: GameView): Screen {
  const zone = zones[fixture as keyof typeof zones] ?? { german: [], soviet: [] };
  const leaders = [...view.units.values()].filter((u) => u.kind === 'leader' && u.hex);
  const seeing = {
    areas: {
      german_zones: zone.german,
      soviet_zones: zone.soviet,
      command: leaders.map((u) => ({ hex: u.hex, rating: u.rating ?? 0 })),
    },
    ...turn5.supply,
    want() {},
  };
  const game = { board: view, stage: null, shown: null };
  const director = { chronicle: { plies: lastPlies(), load: () => Promise.resolve() } };
  const desk = { inspected: null, hover: null, cursor: null };
  return { game, desk, seeing, director, mode: { picked: new Set() } } as unknown as Screen;
}

/** The moves of the last actions. */
const lastPlies = () =>
  turn5.lastTurn.flatMap(({ side, action }) => {
    if (typeof action !== 'object' || !('move' in action)) return [];
    const { units, path } = action.move;
    const phase = side === 'german' ? 'german_movement' : 'soviet_movement';
    return [{ side, turn: 4, phase, events: units.flatMap((unit) => moved(unit, ...path)) }];
  });

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
