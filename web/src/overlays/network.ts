// The drawn course of roads and railways, for overlays that lie on them.
import { centre, pair, type Hex, type Point } from '../lib/hex';
import { lineData, linesOf, sideBySide } from '../lib/chains';
import { facts } from '../lib/facts';
import { gap } from '../lib/shapes';

let known: ReturnType<typeof sideBySide> | null = null;
/** Computed on first use. */
const beside = () => (known ??= sideBySide(facts.map.road, facts.map.rail));
const allRoads = [...facts.map.road, ...facts.map.roadJoins];

/** The roads between hexes of a set, as path data. */
export function roadsWithin(hexes: Iterable<Hex>): string {
  const set = new Set(hexes);
  return lineData(
    linesOf(
      allRoads.filter((l) => l.split('-').every((h) => set.has(h))),
      beside().road,
    ),
  );
}
/** The railways between hexes of a set, as path data. */
export function railsWithin(hexes: Iterable<Hex>): string {
  const set = new Set(hexes);
  return lineData(
    linesOf(
      facts.map.rail.filter((l) => l.split('-').every((h) => set.has(h))),
      beside().rail,
    ),
  );
}
export const wholeRailNet = () => lineData(linesOf(facts.map.rail, beside().rail));

/** The course of a ride along the drawn railway, from its first hex to its last. */
export function railCourse(hexes: readonly Hex[]): Point[] {
  const [line] = linesOf(
    hexes.slice(1).map((h, i) => pair(hexes[i], h)),
    beside().rail,
  );
  const start = centre(hexes[0]);
  const points = line.points;
  return gap(points[0], start) <= gap(points[points.length - 1], start) ? points : [...points].reverse();
}
