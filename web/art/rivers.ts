// Rivers flow along hexsides as ribbons of changing width: narrow at the source, wider with every hexside of river above.
import { BOARD_HEIGHT, BOARD_WIDTH, HEIGHT, SIDE, ends, hexside, type Point } from '../src/lib/hex';
import { chainsOf, curveOf, onThrough, type Edge } from '../src/lib/chains';
import { cut, f1, gap, lerp, polyline, pt } from '../src/lib/shapes';
import type { MapData } from './data';
import { noise } from './noise';

export interface Course {
  points: Point[];
  sides: string[];
  width: (i: number) => number;
}

export function rivers(map: MapData) {
  const courses = riverCourses(map);
  return {
    courses,
    water: courses.flatMap((c) => ribbons(c.points, c.width)),
    halo: courses.flatMap((c) => cut(c.points, 500).map(polyline)),
  };
}

const cornerKey = (p: Point) => `${Math.round(p[0] * 4)},${Math.round(p[1] * 4)}`;

export function riverCourses(map: MapData): Course[] {
  const where = new Map<string, Point>();
  const edges: Edge[] = map.rivers.map((id) => {
    const [p, q] = hexside(...ends(id));
    where.set(cornerKey(p), p);
    where.set(cornerKey(q), q);
    return { id, a: cornerKey(p), b: cornerKey(q) };
  });
  // Corners are moved a little, so that nothing looks ruled.
  const at = (node: string): Point => {
    const [x, y] = where.get(node) as Point;
    return [x + 3.4 * noise(x * 0.05, y * 0.05, 61), y + 3.4 * noise(x * 0.05, y * 0.05, 67)];
  };
  const onBorder = (node: string) => {
    const [x, y] = where.get(node) as Point;
    return x < SIDE * 0.6 || x > BOARD_WIDTH - SIDE * 0.6 || y < HEIGHT * 0.6 || y > BOARD_HEIGHT - HEIGHT * 0.6;
  };
  const byLake = new Set(map.lake_hexsides.flatMap((s) => hexside(...ends(s)).map(cornerKey)));
  const rank = upstream(edges, (node) => onBorder(node) || byLake.has(node));
  const fullWidth = (edge: Edge) => 2.1 + 5.6 * (1 - Math.exp(-(rank.get(edge.id) as number) / 15));

  const graph = chainsOf(edges, at, (edge) => rank.get(edge.id) as number);
  const middle = (edge: Edge) => lerp(at(edge.a), at(edge.b), 0.5);
  return graph.chains.map((chain) => {
    const { nodes, edges: sides } = chain;
    const last = nodes.length - 1;
    const endAt = (node: string) => {
      const through = graph.through.get(node);
      return through ? onThrough(at(node), middle, through) : at(node);
    };
    const { points: straight, along } = curveOf(chain, at, middle, endAt);
    const springs = [nodes[0], nodes[last]].map((k) => graph.degree(k) === 1 && !onBorder(k) && !byLake.has(k));
    const widths = straight.map((p, i) => {
      const x = Math.min(sides.length - 0.001, Math.max(0, along[i] - 0.5));
      const [k, f] = [Math.floor(x), x - Math.floor(x)];
      let w = fullWidth(sides[k]) * (1 - f) + fullWidth(sides[Math.min(k + 1, sides.length - 1)]) * f;
      w *= 1 + 0.13 * noise(p[0] * 0.06, p[1] * 0.06, 71);
      if (springs[0]) w = Math.min(w, 0.7 + along[i] * 2.1);
      if (springs[1]) w = Math.min(w, 0.7 + (sides.length - along[i]) * 2.1);
      return w;
    });
    const points = straight.map((p, i): Point => {
      if (i === 0 || i === straight.length - 1) return p;
      const [a, b] = [straight[i - 1], straight[i + 1]];
      const l = gap(a, b) || 1;
      const d = 1.5 * noise(p[0] * 0.085, p[1] * 0.085, 83);
      return [p[0] - ((b[1] - a[1]) / l) * d, p[1] + ((b[0] - a[0]) / l) * d];
    });
    // A river that reaches the border runs out over it; the board clips it there.
    const beyond = (a: Point, b: Point): Point => {
      const l = gap(a, b);
      return [a[0] + ((a[0] - b[0]) / l) * 26, a[1] + ((a[1] - b[1]) / l) * 26];
    };
    if (graph.degree(nodes[0]) === 1 && onBorder(nodes[0])) {
      points.unshift(beyond(points[0], points[2]));
      widths.unshift(widths[0]);
    }
    if (graph.degree(nodes[last]) === 1 && onBorder(nodes[last])) {
      points.push(beyond(points[points.length - 1], points[points.length - 3]));
      widths.push(widths[widths.length - 1]);
    }
    return { points, sides: sides.map((e) => e.id), width: (i: number) => widths[i] };
  });
}

/** For each hexside, the length of river above it: the graph is peeled from its sources, mouths hold. */
function upstream(edges: readonly Edge[], holds: (node: string) => boolean): Map<string, number> {
  const degree = new Map<string, number>();
  for (const e of edges) for (const k of [e.a, e.b]) degree.set(k, (degree.get(k) ?? 0) + 1);
  const rank = new Map<string, number>();
  const left = new Set(edges);
  let round = 0;
  for (;;) {
    const peel = [...left].filter((e) => [e.a, e.b].some((k) => degree.get(k) === 1 && !holds(k)));
    if (!peel.length) break;
    round++;
    for (const e of peel) {
      rank.set(e.id, round);
      left.delete(e);
      for (const k of [e.a, e.b]) degree.set(k, (degree.get(k) as number) - 1);
    }
  }
  for (const e of left) rank.set(e.id, Math.max(18, round * 0.6));
  return rank;
}

/** The rest of a polyline as relative steps, rounded without drift. */
function relative(points: readonly Point[]): string {
  let [x, y] = [Number(f1(points[0][0])), Number(f1(points[0][1]))];
  let d = 'l';
  points.slice(1).forEach((p, i) => {
    const [u, v] = [f1(p[0] - x), f1(p[1] - y)];
    d += (i && !u.startsWith('-') ? ' ' : '') + u + (v.startsWith('-') ? '' : ' ') + v;
    x += Number(u);
    y += Number(v);
  });
  return d;
}

/** A course as ribbons that overlap a little, each short enough to be skipped where it is not seen. */
function ribbons(points: readonly Point[], width: (i: number) => number, length = 48): string[] {
  const sides = points.map((p, i): [Point, Point] => {
    const [a, b] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const l = gap(a, b) || 1;
    const [nx, ny, k] = [-(b[1] - a[1]) / l, (b[0] - a[0]) / l, width(i) / 2];
    return [
      [p[0] + nx * k, p[1] + ny * k],
      [p[0] - nx * k, p[1] - ny * k],
    ];
  });
  const out: string[] = [];
  for (let from = 0; from < points.length - 1; from += length) {
    const to = Math.min(points.length - 1, from + length + 1);
    const left = sides.slice(from, to + 1).map((s) => s[0]);
    const right = sides
      .slice(from, to + 1)
      .map((s) => s[1])
      .reverse();
    const [cap, cap0] = [f1(width(to) / 2), f1(width(from) / 2)];
    const over = `A${cap} ${cap} 0 0 0 ${pt(right[0])}`;
    const back = `A${cap0} ${cap0} 0 0 0 ${pt(left[0])}Z`;
    out.push('M' + pt(left[0]) + relative(left) + over + relative(right) + back);
  }
  return out;
}
