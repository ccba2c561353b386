// Links between hexes become long smooth lines. A graph of edges is cut into chains: at a junction the two best partners
// run through, the others end on their curve. On-curve points are link midpoints and nodes are control points, so that
// a line is smooth and always crosses the right hexside.
import { centre, ends, type Hex, type Point } from './hex';
import { gap, lerp, polyline } from './shapes';

export interface Edge {
  id: string;
  a: string;
  b: string;
}
export interface Chain {
  nodes: string[];
  edges: Edge[];
}
export interface Graph {
  chains: Chain[];
  /** The two edges that run through a node. */
  through: Map<string, [Edge, Edge]>;
  degree(node: string): number;
}

const mateKey = (node: string, edge: Edge) => `${node}|${edge.id}`;

/** Without `rank` the straightest pair runs through a junction; with it the pair of the highest rank does. */
export function chainsOf(edges: readonly Edge[], at: (node: string) => Point, rank?: (edge: Edge) => number): Graph {
  const meeting = new Map<string, Edge[]>();
  for (const edge of edges) {
    for (const node of [edge.a, edge.b]) meeting.set(node, [...(meeting.get(node) ?? []), edge]);
  }
  const mates = new Map<string, Edge>();
  const marry = (node: string, e: Edge, f: Edge) => {
    mates.set(mateKey(node, e), f);
    mates.set(mateKey(node, f), e);
  };
  for (const [node, here] of meeting) {
    if (here.length === 2) marry(node, here[0], here[1]);
    if (here.length < 3) continue;
    const heading = (edge: Edge): Point => {
      const [o, c] = [at(edge.a === node ? edge.b : edge.a), at(node)];
      const l = gap(o, c);
      return [(o[0] - c[0]) / l, (o[1] - c[1]) / l];
    };
    const pairs = here.flatMap((e, i) =>
      here.slice(i + 1).map((f) => {
        const [u, v] = [heading(e), heading(f)];
        const dot = u[0] * v[0] + u[1] * v[1];
        const score = rank ? Math.min(rank(e), rank(f)) * 10 + Math.max(rank(e), rank(f)) - dot : -dot;
        return { e, f, dot, score };
      }),
    );
    pairs.sort((p, q) => q.score - p.score);
    const free = new Set(here);
    for (const { e, f, dot } of pairs) {
      if (!free.has(e) || !free.has(f) || (!rank && dot >= 0.1)) continue;
      marry(node, e, f);
      free.delete(e);
      free.delete(f);
      if (rank) break;
    }
  }

  const seen = new Set<string>();
  const chains: Chain[] = [];
  const walk = (first: Edge, from: string) => {
    const chain: Chain = { nodes: [from], edges: [] };
    let node = from;
    for (let edge: Edge | undefined = first; edge && !seen.has(edge.id); edge = mates.get(mateKey(node, edge))) {
      seen.add(edge.id);
      chain.edges.push(edge);
      node = edge.a === node ? edge.b : edge.a;
      chain.nodes.push(node);
    }
    chains.push(chain);
  };
  for (const edge of edges) {
    for (const node of [edge.a, edge.b]) if (!seen.has(edge.id) && !mates.has(mateKey(node, edge))) walk(edge, node);
  }
  for (const edge of edges) if (!seen.has(edge.id)) walk(edge, edge.a);

  const through = new Map<string, [Edge, Edge]>();
  for (const c of chains) {
    for (let i = 1; i < c.nodes.length - 1; i++) through.set(c.nodes[i], [c.edges[i - 1], c.edges[i]]);
  }
  return { chains, through, degree: (node) => meeting.get(node)?.length ?? 0 };
}

export interface Curve {
  points: Point[];
  /** For each point, how many edges from the start it lies. */
  along: number[];
}

/** The smooth curve of one chain, a quadratic B-spline. */
export function curveOf(
  chain: Chain,
  control: (node: string, e: Edge, f: Edge) => Point,
  middle: (edge: Edge) => Point,
  endAt: (node: string, edge: Edge) => Point,
  fineness = 6,
): Curve {
  const points: Point[] = [];
  const along: number[] = [];
  const push = (p: Point, t: number) => {
    points.push(p);
    along.push(t);
  };
  const { nodes, edges } = chain;
  const last = edges.length;
  const start = endAt(nodes[0], edges[0]);
  for (let j = 0; j < 4; j++) push(lerp(start, middle(edges[0]), j / 4), j / 8);
  for (let i = 1; i < last; i++) {
    const [a, q, b] = [middle(edges[i - 1]), control(nodes[i], edges[i - 1], edges[i]), middle(edges[i])];
    for (let j = 0; j < fineness; j++) {
      const t = j / fineness;
      push(lerp(lerp(a, q, t), lerp(q, b, t), t), i - 0.5 + t);
    }
  }
  const [m, end] = [middle(edges[last - 1]), endAt(nodes[last], edges[last - 1])];
  for (let j = 0; j <= 4; j++) push(lerp(m, end, j / 4), last - 0.5 + j / 8);
  return { points, along };
}

/** The point of a through-running curve next to its node, on which other chains end. */
export function onThrough(q: Point, middle: (edge: Edge) => Point, [e, f]: [Edge, Edge]): Point {
  return lerp(lerp(middle(e), q, 0.5), lerp(q, middle(f), 0.5), 0.5);
}

export interface Line {
  points: Point[];
  nodes: Hex[];
  links: string[];
}
const WAY_OUT: Record<string, Point> = {
  west: [-1, 0],
  east: [1, 0],
  north: [0, -1],
  south: [0, 1],
  'north-west': [-0.5, -0.87],
};
const OFF_SHEET = 62;

/** Where a link is drawn beside its hex centres: the offset of its line, or null. */
export type Shift = (link: string) => Point | null;

/** Roads or railways as smooth lines between hex centres; `exits` run off the board. */
export function linesOf(links: readonly string[], shift: Shift = () => null, exits: Record<Hex, string> = {}): Line[] {
  const edges = links.map((id) => {
    const [a, b] = ends(id);
    return { id, a, b };
  });
  const graph = chainsOf(edges, centre);
  const off = (edge: Edge): Point => shift(edge.id) ?? [0, 0];
  const middle = (edge: Edge): Point => {
    const [m, o] = [lerp(centre(edge.a), centre(edge.b), 0.5), off(edge)];
    return [m[0] + o[0], m[1] + o[1]];
  };
  const control = (node: Hex, e: Edge, f: Edge): Point => {
    const [c, o, p] = [centre(node), off(e), off(f)];
    return [c[0] + (o[0] + p[0]) / 2, c[1] + (o[1] + p[1]) / 2];
  };
  const lines: Line[] = graph.chains.map((chain) => {
    const endAt = (node: Hex, edge: Edge): Point => {
      const through = graph.through.get(node);
      if (through) return onThrough(control(node, ...through), middle, through);
      const [o, q] = [off(edge), centre(node)];
      return [q[0] + o[0], q[1] + o[1]];
    };
    const { points } = curveOf(chain, control, middle, endAt);
    for (const atEnd of [false, true]) {
      const node = atEnd ? chain.nodes[chain.nodes.length - 1] : chain.nodes[0];
      const way = WAY_OUT[exits[node]];
      if (!way || graph.degree(node) !== 1) continue;
      const p = atEnd ? points[points.length - 1] : points[0];
      const out: Point = [p[0] + way[0] * OFF_SHEET, p[1] + way[1] * OFF_SHEET];
      if (atEnd) points.push(out);
      else points.unshift(out);
    }
    return { points, nodes: chain.nodes, links: chain.edges.map((e) => e.id) };
  });
  for (const [node, exit] of Object.entries(exits)) {
    const way = WAY_OUT[exit];
    if (graph.degree(node) === 1) continue;
    const p = centre(node);
    lines.push({
      points: [p, [p[0] + way[0] * OFF_SHEET, p[1] + way[1] * OFF_SHEET]],
      nodes: [node],
      links: [],
    });
  }
  return lines;
}
export const lineData = (lines: readonly Line[]) => lines.map((l) => polyline(l.points)).join('');

/** Where road and railway share a link they run side by side: the railway to the right of travel, the road to the left. */
export function sideBySide(road: readonly string[], rail: readonly string[]): { road: Shift; rail: Shift } {
  const shared = new Map<string, Point>();
  const roads = new Set(road);
  for (const { nodes, links } of linesOf(rail)) {
    const eastward = centre(nodes[nodes.length - 1])[0] >= centre(nodes[0])[0] ? 1 : -1;
    links.forEach((link, i) => {
      if (!roads.has(link)) return;
      const [a, b] = [centre(nodes[i]), centre(nodes[i + 1])];
      const l = gap(a, b);
      shared.set(link, [(-(b[1] - a[1]) / l) * eastward, ((b[0] - a[0]) / l) * eastward]);
    });
  }
  const by =
    (k: number): Shift =>
    (link) => {
      const n = shared.get(link);
      return n ? [n[0] * k, n[1] * k] : null;
    };
  return { road: by(-4.5), rail: by(6.5) };
}
