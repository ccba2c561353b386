// Points, polylines and outlines: what the drawing of the map and of the overlays is made of.
import { DIRECTIONS, SIDE, centre, corner, corners, neighbour, type Hex, type Point } from './hex';

export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
export const gap = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A number for path data: one decimal, no trailing zero. */
export const f1 = (v: number): string => String(Math.round(v * 10) / 10 || 0);
export const pt = (p: Point) => `${f1(p[0])} ${f1(p[1])}`;
export const polygon = (points: readonly Point[]) => 'M' + points.map(pt).join('L') + 'Z';
export const polyline = (points: readonly Point[]) => 'M' + points.map(pt).join('L');

/** Outline loops of a set of hexes, clockwise on screen, as lists of corner points. */
export function outlines(set: ReadonlySet<Hex>): Point[][] {
  const next = new Map<string, { from: Point; to: Point }>();
  const key = (p: Point) => `${Math.round(p[0] * 4)},${Math.round(p[1] * 4)}`;
  for (const hex of set) {
    for (let k = 0; k < 6; k++) {
      const other = neighbour(hex, DIRECTIONS[k]);
      if (other && set.has(other)) continue;
      const from = corner(centre(hex), k);
      next.set(key(from), { from, to: corner(centre(hex), (k + 1) % 6) });
    }
  }
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let k = next.keys().next().value as string;
    for (let edge = next.get(k); edge; edge = next.get(k)) {
      next.delete(k);
      loop.push(edge.from);
      k = key(edge.to);
    }
    loops.push(loop);
  }
  return loops;
}

/** A closed loop moved inwards, which is to the right of its travel. */
export function inset(loop: readonly Point[], by: number): Point[] {
  const n = loop.length;
  return loop.map((p, i) => {
    const [a, b] = [loop[(i + n - 1) % n], loop[(i + 1) % n]];
    const [l1, l2] = [gap(a, p), gap(p, b)];
    const n1: Point = [-(p[1] - a[1]) / l1, (p[0] - a[0]) / l1];
    const n2: Point = [-(b[1] - p[1]) / l2, (b[0] - p[0]) / l2];
    const sum: Point = [n1[0] + n2[0], n1[1] + n2[1]];
    const l = Math.hypot(...sum) || 1;
    const m: Point = [sum[0] / l, sum[1] / l];
    const k = by / Math.max(0.5, n1[0] * m[0] + n1[1] * m[1]);
    return [p[0] + m[0] * k, p[1] + m[1] * k];
  });
}

/** Corner cutting on a closed loop. */
export function chaikin(loop: readonly Point[], times = 2, q = 0.25): Point[] {
  let out = [...loop];
  for (let t = 0; t < times; t++) {
    out = out.flatMap((p, i) => {
      const b = out[(i + 1) % out.length];
      return [lerp(p, b, q), lerp(p, b, 1 - q)];
    });
  }
  return out;
}

/** Path data of the rounded outline of a set of hexes, a little inside it. */
export const area = (hexes: Iterable<Hex>, by = 1.5) =>
  outlines(new Set(hexes))
    .map((loop) => polygon(chaikin(inset(loop, by), 2, 0.22)))
    .join('');
/** Path data of one rounded hex. */
export const hexPath = (hex: Hex, radius = SIDE - 1.5) => polygon(chaikin(corners(hex, radius), 2, 0.18));

/** Points along a polyline at equal distances. */
export function resample(points: readonly Point[], by: number, closed = false): Point[] {
  const source = closed ? [...points, points[0]] : points;
  const out: Point[] = [source[0]];
  let need = by;
  for (let i = 1; i < source.length; i++) {
    let a = source[i - 1];
    const b = source[i];
    let l = gap(a, b);
    while (l >= need) {
      a = lerp(a, b, need / l);
      out.push(a);
      l = gap(a, b);
      need = by;
    }
    need -= l;
  }
  const last = source[source.length - 1];
  if (!closed && gap(out[out.length - 1], last) > 0.5) out.push(last);
  return out;
}

/** A polyline cut into pieces of a given length along it. */
export function cut(points: readonly Point[], length: number): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] = [points[0]];
  let left = length;
  for (let i = 1; i < points.length; i++) {
    let a = points[i - 1];
    for (let l = gap(a, points[i]); l > left; l = gap(a, points[i])) {
      a = lerp(a, points[i], left / l);
      pieces.push([...piece, a]);
      piece = [a];
      left = length;
    }
    left -= gap(a, points[i]);
    piece.push(points[i]);
  }
  return piece.length > 1 ? [...pieces, piece] : pieces;
}

/** Closed Catmull-Rom curve through points, as cubic path data. */
export function smoothClosed(points: readonly Point[], t = 1 / 6): string {
  const n = points.length;
  let d = 'M' + pt(points[0]);
  for (let i = 0; i < n; i++) {
    const [p0, p1, p2, p3] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]];
    const c1: Point = [p1[0] + (p2[0] - p0[0]) * t, p1[1] + (p2[1] - p0[1]) * t];
    const c2: Point = [p2[0] - (p3[0] - p1[0]) * t, p2[1] - (p3[1] - p1[1]) * t];
    d += `C${pt(c1)} ${pt(c2)} ${pt(p2)}`;
  }
  return d + 'Z';
}

/** A smooth line through hex centres: link midpoints are on it, centres pull at it. */
export function smoothLine(hexes: readonly Hex[]): string {
  const c = hexes.map(centre);
  if (c.length < 3) return polyline(c);
  let d = `M${pt(c[0])}L${pt(lerp(c[0], c[1], 0.5))}`;
  for (let i = 1; i < c.length - 1; i++) d += `Q${pt(c[i])} ${pt(lerp(c[i], c[i + 1], 0.5))}`;
  return d + `L${pt(c[c.length - 1])}`;
}
