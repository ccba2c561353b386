// Arrows: short fat ones across a hexside, and the head at the end of a path.
import { centre, type Hex, type Point } from '../lib/hex';
import { gap, lerp, polygon, polyline } from '../lib/shapes';

export interface ArrowShape {
  width?: number;
  head?: number;
  /** How much of the way is left free at either end, as a share. */
  from?: number;
  to?: number;
}

/** A fat arrow from one point towards another, as path data. */
export function fatArrow(a: Point, b: Point, { width = 12, head = 25, from = 0.3, to = 0.3 }: ArrowShape = {}): string {
  const [p, q] = [lerp(a, b, from), lerp(a, b, 1 - to)];
  const l = gap(p, q);
  const [ux, uy] = [(q[0] - p[0]) / l, (q[1] - p[1]) / l];
  const at = (along: number, across: number): Point => [
    p[0] + ux * along - uy * across,
    p[1] + uy * along + ux * across,
  ];
  const neck = l - head * 0.72;
  return polygon([
    at(0, -width * 0.32),
    at(neck, -width / 2),
    at(neck - 3, -head / 2),
    at(l, 0),
    at(neck - 3, head / 2),
    at(neck, width / 2),
    at(0, width * 0.32),
  ]);
}

export interface Route {
  /** The line, and the head at its end. */
  d: string;
  head: string;
  /** The hexes it passes. */
  dots: Point[];
}

/** A smooth path through hexes that stops short of the last centre; `along` gives its course where it is known. */
export function routeOf(hexes: readonly Hex[], short = 30, along?: readonly Point[], size = 1): Route {
  const c = hexes.map(centre);
  const n = c.length;
  let points: Point[];
  if (along) points = along.slice(0, -5);
  else {
    points = [c[0], lerp(c[0], c[1], 0.5)];
    for (let i = 1; i < n - 1; i++) {
      const [a, b] = [lerp(c[i - 1], c[i], 0.5), lerp(c[i], c[i + 1], 0.5)];
      for (let t = 0.125; t <= 1; t += 0.125) points.push(lerp(lerp(a, c[i], t), lerp(c[i], b, t), t));
    }
  }
  const end = along ? along[along.length - 1] : c[n - 1];
  const prev = points[points.length - 1] ?? c[0];
  const l = gap(prev, end) || 1;
  const [ux, uy] = [(end[0] - prev[0]) / l, (end[1] - prev[1]) / l];
  const tip = lerp(end, prev, short / l);
  const at = (from: Point, along: number, across: number): Point => [
    from[0] + (ux * along - uy * across) * size,
    from[1] + (uy * along + ux * across) * size,
  ];
  const base = at(tip, -20, 0);
  const head = polygon([tip, at(base, -2, 14), at(base, 4, 0), at(base, -2, -14)]);
  return { d: polyline([...points, base]), head, dots: c.slice(1, -1) };
}
