// Forest, swamp and lakes: organic areas and what grows in them.
import { centre, DIRECTIONS, ends, hexside, neighbour, type Point } from '../src/lib/hex';
import { f1, gap, lerp, resample, smoothClosed } from '../src/lib/shapes';
import { areas, blobs, type Ellipse } from './blobs';
import type { MapData } from './data';
import { rng } from './noise';

export const forestLoops = (map: MapData) =>
  blobs(new Set(map.terrain.forest), { blur: 10, rough: 0.17, frequency: 0.04, seed: 5, level: 0.45 });

/** One path for each wood, its edge a chain of small outward arcs. */
export function forest(map: MapData): string[] {
  let n = 0;
  return areas(forestLoops(map)).map((loops) => loops.map((l) => treeLine(l, 900 + n++)).join(''));
}

function treeLine(loop: readonly Point[], seed: number): string {
  const next = rng(seed);
  const points = resample(loop, 2, true);
  const stops: Point[] = [];
  for (let i = 0; i < points.length; i += 3 + Math.floor(next() * 3.4)) stops.push(points[i]);
  if (stops.length > 2 && gap(stops[stops.length - 1], stops[0]) < 4) stops.pop();
  let [x, y] = [Number(f1(stops[0][0])), Number(f1(stops[0][1]))];
  let d = `M${f1(x)} ${f1(y)}`;
  stops.forEach((_, k) => {
    const q = stops[(k + 1) % stops.length];
    const radius = f1(gap([x, y], q) * (0.56 + next() * 0.16));
    const [u, v] = [f1(q[0] - x), f1(q[1] - y)];
    d += `a${radius} ${radius} 0 0 1 ${u} ${v}`;
    x += Number(u);
    y += Number(v);
  });
  return d + 'Z';
}

/** A seamless tile of tree crowns: shade, crown and light, as three paths. */
export function crownTile(size = 104, count = 74) {
  const next = rng(77);
  const crowns: [number, number, number][] = [];
  const away = (a: number, b: number) => Math.min(Math.abs(a - b), size - Math.abs(a - b));
  for (let tries = 0; crowns.length < count && tries < 6000; tries++) {
    const c: [number, number, number] = [next() * size, next() * size, 3.3 + next() * 3];
    if (crowns.every((q) => Math.hypot(away(c[0], q[0]), away(c[1], q[1])) > (c[2] + q[2]) * 0.8)) crowns.push(c);
  }
  const wrapped = crowns.flatMap(([x, y, s]) =>
    [-size, 0, size].flatMap((i) =>
      [-size, 0, size]
        .map((j): [number, number, number] => [x + i, y + j, s])
        .filter(([a, b]) => a > -9 && a < size + 9 && b > -9 && b < size + 9),
    ),
  );
  const disc = (x: number, y: number, s: number) =>
    `M${f1(x - s)} ${f1(y)}a${f1(s)} ${f1(s)} 0 1 0 ${f1(2 * s)} 0a${f1(s)} ${f1(s)} 0 1 0 ${f1(-2 * s)} 0Z`;
  return {
    size,
    shade: wrapped.map(([x, y, s]) => disc(x + 0.9, y + 1.3, s)).join(''),
    crown: wrapped.map(([x, y, s]) => disc(x, y, s * 0.93)).join(''),
    light: wrapped.map(([x, y, s]) => disc(x - s * 0.2, y - s * 0.24, s * 0.56)).join(''),
  };
}

export const swampLoops = (map: MapData) =>
  blobs(new Set(map.terrain.swamp), { blur: 9, rough: 0.16, frequency: 0.05, seed: 21, level: 0.45 });

/** Swamp ground, tufts of reed and strokes of open water; seeded by hex, so that a hex always looks the same. */
export function swamp(map: MapData) {
  const ground = swampLoops(map)
    .map((l) => smoothClosed(resample(l, 9, true)))
    .join('');
  let [reeds, pools] = ['', ''];
  for (const hex of map.terrain.swamp) {
    const next = rng('swamp' + hex);
    const [cx, cy] = centre(hex);
    const tufts: Point[] = [];
    for (let t = 0; t < 400 && tufts.length < 13; t++) {
      const p: Point = [cx + (next() - 0.5) * 66, cy + (next() - 0.5) * 58];
      const [dx, dy] = [Math.abs(p[0] - cx), Math.abs(p[1] - cy)];
      const apart = tufts.every((q) => Math.hypot((q[0] - p[0]) * 0.8, (q[1] - p[1]) * 1.25) > 11);
      if (dy < 27 && dx < 33 - dy * 0.52 && apart) tufts.push(p);
    }
    tufts.forEach(([x, y], i) => {
      const w = 4 + next() * 3;
      const open = i % 3 === 2;
      if (!open) {
        reeds += `M${f1(x)} ${f1(y)}v-5.6M${f1(x - 1.8)} ${f1(y)}l-1.3-4.2M${f1(x + 1.8)} ${f1(y)}l1.3-4.2`;
      }
      pools += `M${f1(x - w)} ${f1(y + 1.7)}h${f1(2 * w)}`;
      if (open) pools += `M${f1(x - w * 0.4)} ${f1(y + 4.2)}h${f1(1.5 * w)}`;
    });
  }
  return { ground, reeds, pools };
}

/** Lakes: bays reach into the partly wet hexes, ponds lie on single hexsides. */
export function lakes(map: MapData) {
  const set = new Set(map.terrain.lake);
  const extra: Ellipse[] = [];
  const heading = (a: Point, b: Point) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  for (const hex of map.lake_partial) {
    for (const direction of DIRECTIONS) {
      const other = neighbour(hex, direction);
      if (!other || !set.has(other)) continue;
      const [a, b] = hexside(hex, other);
      const at = lerp(lerp(a, b, 0.5), centre(hex), 0.1);
      extra.push({ at, long: 19, short: 13, angle: heading(a, b) });
    }
  }
  for (const side of map.lake_hexsides) {
    const [x, y] = ends(side);
    if (set.has(x) || set.has(y)) continue;
    const [a, b] = hexside(x, y);
    extra.push({ at: lerp(a, b, 0.5), long: 27, short: 9, angle: heading(a, b) });
  }
  const at = (level: number) =>
    blobs(set, { grow: 1, blur: 5, rough: 0.13, frequency: 0.05, seed: 44, level, cell: 2.5, extra })
      .map((l) => smoothClosed(resample(l, 8, true)))
      .join('');
  return { shore: at(0.42), deep: at(0.86) };
}
