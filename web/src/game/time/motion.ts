// What the motion layer draws during a beat: stacks that glide, turn or fade, and those that stay behind.
import {
  MARGIN,
  centre,
  parseHex,
  BOARD_HEIGHT,
  BOARD_WIDTH,
  COLUMNS,
  ROWS,
  type Hex,
  type Point,
} from '../../lib/hex';
import type { GameView, Stack, Unit } from '../../lib/position';
import type { UnitId } from '../../wire/types';
import { railCourse } from '../../overlays/network';
import type { Beat, Leg } from './beats';

export interface Glide {
  stack: Stack;
  points: Point[];
  enters: boolean;
}
export interface Motion {
  /** Another number for every beat, so that its animations start anew. */
  id: number;
  ms: number;
  kind: Beat['kind'];
  glides: Glide[];
  /** Turned about the vertical axis: what was, what is. */
  turns: { from: Stack; to: Stack }[];
  /** Faded out. */
  fades: Stack[];
  /** What stands still in the hexes that the motion layer has taken over. */
  still: Stack[];
  /** Outlined in gold. */
  flash: Hex[];
  /** Hexes whose stacks are not drawn by the map meanwhile. */
  away: Hex[];
}

const without = (stack: Stack, gone: ReadonlySet<UnitId>): Stack => ({
  ...stack,
  units: stack.units.filter((u) => !gone.has(u.id)),
});
const stackOf = (hex: Hex, units: Unit[], view: GameView): Stack => {
  const whole = view.stacks.get(hex);
  const integrated = whole && whole.units.length === units.length ? whole.integrated : null;
  return { hex, side: units[0].side, units, integrated };
};

/** A point beside the map from which a newcomer comes. */
function outside(hex: Hex): Point {
  const [column, row] = parseHex(hex);
  const [x, y] = centre(hex);
  const ways: [number, Point][] = [
    [column - 1, [-MARGIN / 2, y]],
    [COLUMNS - column, [BOARD_WIDTH + MARGIN / 2, y]],
    [row - 1, [x, -MARGIN / 2]],
    [ROWS - row, [x, BOARD_HEIGHT + MARGIN / 2]],
  ];
  const [steps, point] = ways.reduce((a, b) => (b[0] < a[0] ? b : a));
  // One that appears in the middle of the map comes down from above it.
  return steps > 3 ? [x, y - 60] : point;
}

function pointsOf(leg: Leg): Point[] {
  const points = leg.rail && !leg.enters && leg.path.length > 1 ? railPoints(leg.path) : leg.path.map(centre);
  return leg.enters ? [outside(leg.path[0]), ...points] : points;
}
function railPoints(path: readonly Hex[]): Point[] {
  try {
    const course = railCourse(path);
    return [centre(path[0]), ...course.slice(1, -1), centre(path[path.length - 1])];
  } catch {
    return path.map(centre);
  }
}

/**
 * The motion of a beat between two looks of the map. `over` says which of them lies beneath: the one before while a move is
 * shown in time, the one after when it glides over the present.
 */
export function motionOf(
  beat: Beat,
  before: GameView,
  after: GameView,
  over: 'before' | 'after',
  id: number,
  ms: number,
): Motion {
  const motion: Motion = { id, ms, kind: beat.kind, glides: [], turns: [], fades: [], still: [], flash: [], away: [] };
  const beneath = over === 'before' ? before : after;
  if (beat.kind === 'walk') {
    const moving = new Set(beat.legs.map((l) => l.unit));
    const byPath = new Map<string, { leg: Leg; units: Unit[] }>();
    for (const leg of beat.legs) {
      const unit =
        (over === 'after' ? after.units.get(leg.unit) : null) ??
        before.units.get(leg.unit) ??
        after.units.get(leg.unit);
      if (!unit) continue;
      const key = `${leg.enters ? '+' : ''}${leg.path.join()}`;
      const group = byPath.get(key);
      if (group) group.units.push(unit);
      else byPath.set(key, { leg, units: [unit] });
    }
    for (const { leg, units } of byPath.values()) {
      const view = before.units.has(units[0].id) ? before : after;
      const hex = view === before ? leg.path[0] : leg.path[leg.path.length - 1];
      const order = view.stacks.get(hex)?.units.filter((u) => units.some((x) => x.id === u.id));
      const inOrder = order?.length === units.length ? order : units;
      motion.glides.push({ stack: stackOf(hex, inOrder, view), points: pointsOf(leg), enters: leg.enters });
    }
    const taken = beat.legs.map((l) => (over === 'before' ? l.path[0] : l.path[l.path.length - 1]));
    motion.away = [...new Set(taken)].filter((hex) => beneath.stacks.get(hex)?.units.some((u) => moving.has(u.id)));
    motion.still = rest(motion.away, beneath, moving);
  } else if (beat.kind === 'reveal' || beat.kind === 'loss') {
    for (const hex of hexesOf(beat.units, before)) {
      const [from, to] = [before.stacks.get(hex), after.stacks.get(hex)];
      if (from && to) motion.turns.push({ from, to });
    }
    motion.away = motion.turns.map((t) => t.from.hex);
  } else if (beat.kind === 'gone') {
    const gone = new Set(beat.units.map((g) => g.unit));
    const hexes = hexesOf([...gone], before);
    for (const hex of hexes) {
      const stack = before.stacks.get(hex);
      if (stack) motion.fades.push({ ...stack, units: stack.units.filter((u) => gone.has(u.id)), integrated: null });
    }
    motion.away = hexes;
    motion.still = rest(motion.away, before, gone);
  } else if (beat.kind === 'place') motion.flash = beat.hexes;
  else if (beat.kind === 'control') motion.flash = beat.hexes.map((h) => h.hex);
  return motion;
}

const rest = (hexes: readonly Hex[], view: GameView, gone: ReadonlySet<UnitId>): Stack[] =>
  hexes.flatMap((hex) => {
    const stack = view.stacks.get(hex);
    const left = stack && without(stack, gone);
    return left?.units.length ? [left] : [];
  });

/** The hexes where units stand. */
export const hexesOf = (units: readonly UnitId[], view: GameView): Hex[] => [
  ...new Set(units.map((u) => view.units.get(u)?.hex).filter((h): h is Hex => !!h)),
];
