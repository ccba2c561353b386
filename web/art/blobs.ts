// Hex sets become organic areas: the set is painted on a coarse raster, blurred, roughened with noise and contoured.
// Neighbours melt together, corners round off, and every hex of the set stays clearly covered.
import { SIDE, centre, type Hex, type Point } from '../src/lib/hex';
import { lerp } from '../src/lib/shapes';
import { noise } from './noise';

export interface Ellipse {
  at: Point;
  long: number;
  short: number;
  angle: number;
}
export interface BlobOptions {
  grow?: number;
  blur: number;
  rough: number;
  frequency: number;
  seed: number;
  level: number;
  cell?: number;
  extra?: Ellipse[];
}

/** Closed loops around the set, outer ones and holes. */
export function blobs(set: ReadonlySet<Hex>, o: BlobOptions): Point[][] {
  const { grow = 0, cell = 4, extra = [] } = o;
  const middles = [...[...set].map(centre), ...extra.map((e) => e.at)];
  const xs = middles.map((p) => p[0]);
  const ys = middles.map((p) => p[1]);
  const pad = 90;
  const [x0, y0] = [Math.min(...xs) - pad, Math.min(...ys) - pad];
  const w = Math.ceil((Math.max(...xs) + pad - x0) / cell);
  const h = Math.ceil((Math.max(...ys) + pad - y0) / cell);
  let field = new Float32Array(w * h);
  const paint = (p: Point, rx: number, ry: number, cover: (x: number, y: number) => number) => {
    for (let j = Math.floor((p[1] - ry - y0) / cell); j <= (p[1] + ry - y0) / cell; j++) {
      for (let i = Math.floor((p[0] - rx - x0) / cell); i <= (p[0] + rx - x0) / cell; i++) {
        if (i < 0 || j < 0 || i >= w || j >= h) continue;
        const c = Math.max(0, Math.min(1, cover(x0 + i * cell - p[0], y0 + j * cell - p[1])));
        field[j * w + i] = Math.max(field[j * w + i], c);
      }
    }
  };
  const reach = ((SIDE + grow) * Math.sqrt(3)) / 2;
  for (const hex of set) {
    paint(centre(hex), 50, 45, (x, y) => {
      const [dx, dy] = [Math.abs(x), Math.abs(y)];
      return (reach - Math.max(dy, (dx * Math.sqrt(3)) / 2 + dy / 2)) / cell + 0.5;
    });
  }
  for (const { at, long, short, angle } of extra) {
    const [c, s, m] = [Math.cos(angle), Math.sin(angle), Math.max(long, short) + cell];
    paint(at, m, m, (x, y) => {
      const [u, v] = [(x * c + y * s) / long, (-x * s + y * c) / short];
      return ((1 - Math.hypot(u, v)) * Math.min(long, short)) / cell + 0.5;
    });
  }
  field = blurred(field, w, h, Math.max(1, Math.round(o.blur / cell)));
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const [x, y, k] = [x0 + i * cell, y0 + j * cell, j * w + i];
      field[k] += o.rough * noise(x * o.frequency, y * o.frequency, o.seed);
      field[k] += o.rough * 0.45 * noise(x * o.frequency * 2.6, y * o.frequency * 2.6, o.seed + 5);
      if (field[k] > o.level && field[k] - o.rough * 1.5 < 0.02) field[k] = 0;
    }
  }
  return contour(field, w, h, o.level)
    .filter((loop) => loop.length > 12)
    .map((loop) => loop.map(([i, j]): Point => [x0 + i * cell, y0 + j * cell]).reverse());
}

/** Three box blurs make a Gaussian. */
function blurred(field: Float32Array, w: number, h: number, radius: number) {
  const pass = (from: Float32Array, lines: number, length: number, line: number, step: number) => {
    const to = new Float32Array(w * h);
    for (let a = 0; a < lines; a++) {
      let sum = 0;
      for (let b = -radius; b < length; b++) {
        if (b + radius < length) sum += from[a * line + (b + radius) * step];
        if (b - radius - 1 >= 0) sum -= from[a * line + (b - radius - 1) * step];
        if (b >= 0) to[a * line + b * step] = sum / (2 * radius + 1);
      }
    }
    return to;
  };
  for (let t = 0; t < 3; t++) field = pass(pass(field, h, w, w, 1), w, h, 1, w);
  return field as Float32Array<ArrayBuffer>;
}

type Cut = [number, number, 'h' | 'v'];

/** Marching squares: closed loops where the field crosses the level. */
function contour(field: Float32Array, w: number, h: number, level: number): Point[][] {
  const at = (i: number, j: number) => field[j * w + i];
  const name = ([i, j, k]: Cut) => `${i},${j},${k}`;
  const place = ([i, j, k]: Cut): Point => {
    const [ii, jj] = k === 'h' ? [i + 1, j] : [i, j + 1];
    const [a, b] = [at(i, j), at(ii, jj)];
    return lerp([i, j], [ii, jj], (level - a) / (b - a));
  };
  const next = new Map<string, { point: Point; to: string }>();
  for (let j = 0; j < h - 1; j++) {
    for (let i = 0; i < w - 1; i++) {
      const kind =
        (at(i, j) > level ? 8 : 0) |
        (at(i + 1, j) > level ? 4 : 0) |
        (at(i + 1, j + 1) > level ? 2 : 0) |
        (at(i, j + 1) > level ? 1 : 0);
      if (kind === 0 || kind === 15) continue;
      const top: Cut = [i, j, 'h'];
      const bottom: Cut = [i, j + 1, 'h'];
      const left: Cut = [i, j, 'v'];
      const right: Cut = [i + 1, j, 'v'];
      const segments: Record<number, [Cut, Cut][]> = {
        1: [[bottom, left]],
        2: [[right, bottom]],
        3: [[right, left]],
        4: [[top, right]],
        5: [
          [top, left],
          [bottom, right],
        ],
        6: [[top, bottom]],
        7: [[top, left]],
        8: [[left, top]],
        9: [[bottom, top]],
        10: [
          [left, bottom],
          [right, top],
        ],
        11: [[right, top]],
        12: [[left, right]],
        13: [[bottom, right]],
        14: [[left, bottom]],
      };
      for (const [a, b] of segments[kind]) next.set(name(a), { point: place(a), to: name(b) });
    }
  }
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let k = next.keys().next().value as string;
    for (let e = next.get(k); e; e = next.get(k)) {
      next.delete(k);
      loop.push(e.point);
      k = e.to;
    }
    loops.push(loop);
  }
  return loops;
}

/** Is the point inside the loop (even-odd)? */
export function inside(loop: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [a, b] = [loop[i], loop[j]];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
  }
  return odd;
}

/** Loops gathered into separate areas: each outer loop with its holes, so that each area can be its own path. */
export function areas(loops: readonly Point[][]): Point[][][] {
  const size = (loop: readonly Point[]) =>
    loop.reduce((s, p, i) => {
      const q = loop[(i + 1) % loop.length];
      return s + p[0] * q[1] - q[0] * p[1];
    }, 0);
  const outer = loops.filter((l) => size(l) > 0);
  const out = outer.map((l) => [l]);
  for (const hole of loops.filter((l) => size(l) <= 0)) {
    const around = outer
      .map((l, i) => ({ i, area: size(l), holds: inside(l, hole[0]) }))
      .filter((o) => o.holds)
      .sort((p, q) => p.area - q.area)[0];
    if (around) out[around.i].push(hole);
  }
  return out;
}
