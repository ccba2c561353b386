// Where units can go, with every way written out: the server sends only the side by which each hex is entered.
import { OVERRUN_COST } from '../wire/figures';
import type { BarredView, Illegal, ReachView, UnitId } from '../wire/types';
import { neighbour, type Direction, type Hex } from './hex';

export interface Walk {
  hex: Hex;
  /** Half-points. */
  cost: number;
  left: number;
  /** Hexes entered, this one last. */
  path: readonly Hex[];
  stops: boolean;
  road: boolean;
  /** Are points enough left there for an overrun? */
  overrun: boolean;
}
export interface Ride {
  hex: Hex;
  /** Rail points. */
  cost: number;
  path: readonly Hex[];
}
/** Where a unit can ride, or why it cannot. */
export interface Rides {
  unit: UnitId;
  hexes: Ride[];
  refused?: Illegal;
}
export interface Reach {
  start: Hex;
  left: number;
  hexes: Walk[];
  /** Enemies that can be overrun, each with the hexes to do it from, the best first. */
  targets: ReadonlyMap<Hex, readonly Hex[]>;
  barred: BarredView;
  rail: Rides[];
}

/** The ways to hexes that are written with the side they are entered by, such as `1222sw`. */
function waysOf(start: Hex, entered: readonly string[]): (text: string) => { hex: Hex; path: Hex[] } {
  const before = new Map(entered.map((text) => [text.slice(0, 4), text.slice(4) as Direction]));
  const known = new Map<Hex, Hex[]>([[start, []]]);
  const pathTo = (hex: Hex): Hex[] => {
    const kept = known.get(hex);
    if (kept) return kept;
    const side = before.get(hex);
    const from = side ? neighbour(hex, side) : null;
    const path = [...(from ? pathTo(from) : []), hex];
    known.set(hex, path);
    return path;
  };
  return (text) => ({ hex: text.slice(0, 4), path: pathTo(text.slice(0, 4)) });
}

export function reachOf(view: ReachView): Reach {
  const { start, left, barred } = view;
  const wayTo = waysOf(
    start,
    view.hexes.flatMap(([, , hexes]) => hexes),
  );
  const [stops, road] = [new Set(view.stops), new Set(view.road)];
  const hexes = view.hexes.flatMap(([cost, left, entered]) =>
    entered.map(wayTo).map(({ hex, path }) => ({
      ...{ hex, path, cost, left },
      stops: stops.has(hex),
      road: road.has(hex),
      overrun: left >= OVERRUN_COST,
    })),
  );
  return { start, left, hexes, targets: new Map(view.targets), barred, rail: ridesOf(start, view.rail) };
}

/** Units that ride alike are told together; here each has its own. */
export function ridesOf(start: Hex, rail: ReachView['rail']): Rides[] {
  return rail.flatMap(({ units, hexes, refused }) => {
    const wayTo = waysOf(
      start,
      hexes.flatMap(([, entered]) => entered),
    );
    const rides = hexes.flatMap(([cost, entered]) => entered.map(wayTo).map((way) => ({ ...way, cost })));
    return units.map((unit) => ({ unit, hexes: rides, ...(refused && { refused }) }));
  });
}
