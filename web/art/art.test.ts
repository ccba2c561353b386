// The drawing keeps faith with the data: areas cover their hexes, and every line crosses its right hexside.
import { describe, expect, test } from 'vitest';
import {
  ALL_HEXES,
  SIDE,
  centre,
  ends,
  hexUnder,
  hexside,
  neighbours,
  pair,
  type Hex,
  type Point,
} from '../src/lib/hex';
import { linesOf, sideBySide } from '../src/lib/chains';
import { gap, lerp, resample } from '../src/lib/shapes';
import { areas, inside } from './blobs';
import { readMap } from './data';
import { forestLoops, swampLoops } from './ground';
import { riverCourses } from './rivers';
import { placeNames, riverNames } from './towns';
import { entryMarks } from './margin';
import { terrainSvg } from './terrain';

const map = readMap();

/** The share of a hex that lies inside the loops, from a raster of sample points. */
function covered(loops: readonly Point[][], hex: Hex): number {
  const [cx, cy] = centre(hex);
  let [hits, n] = [0, 0];
  for (let y = -SIDE; y <= SIDE; y += 5) {
    for (let x = -SIDE; x <= SIDE; x += 5) {
      const p: Point = [cx + x + 0.1, cy + y + 0.1];
      if (hexUnder(...p) !== hex) continue;
      n++;
      if (loops.reduce((odd, l) => odd !== inside(l, p), false)) hits++;
    }
  }
  return hits / n;
}

describe.each([
  ['forest', map.terrain.forest, forestLoops(map)],
  ['swamp', map.terrain.swamp, swampLoops(map)],
])('%s', (_, hexes, loops) => {
  const wanted = new Set(hexes);
  const boxes = loops.map((l) => ({
    l,
    x0: Math.min(...l.map((p) => p[0])),
    x1: Math.max(...l.map((p) => p[0])),
    y0: Math.min(...l.map((p) => p[1])),
    y1: Math.max(...l.map((p) => p[1])),
  }));
  const near = (hex: Hex) => {
    const [x, y] = centre(hex);
    return boxes
      .filter((b) => x > b.x0 - SIDE && x < b.x1 + SIDE && y > b.y0 - SIDE && y < b.y1 + SIDE)
      .map((b) => b.l);
  };

  test('covers each of its hexes by at least 83 % and every other by at most 27 %', () => {
    const wrong = ALL_HEXES.map((hex) => ({ hex, share: covered(near(hex), hex) })).filter(({ hex, share }) =>
      wanted.has(hex) ? share < 0.83 : share > 0.27,
    );
    expect(wrong).toEqual([]);
  });

  test('no loop is lost when loops are gathered into areas', () => {
    expect(areas(loops).flat().length).toBe(loops.length);
  });
});

/** The hexsides a polyline crosses, as pairs of hexes. */
function crossings(points: readonly Point[]): string[] {
  const visited: Hex[] = [];
  for (const p of resample(points, 1)) {
    const hex = hexUnder(...p);
    if (hex && hex !== visited[visited.length - 1]) visited.push(hex);
  }
  return visited.slice(1).map((hex, i) => pair(visited[i], hex));
}

describe('links', () => {
  const beside = sideBySide(map.road, map.rail);
  test.each([
    ['road', [...map.road, ...map.road_river_joins], beside.road, map.road_exits],
    ['railway', map.rail, beside.rail, map.rail_exits],
  ] as const)('every %s crosses the hexsides of its links and no others', (_, links, shift, exits) => {
    const lines = linesOf(links, shift, exits);
    expect(lines.flatMap((l) => l.links).sort()).toEqual([...links].sort());
    const crossed = new Set(lines.flatMap((l) => crossings(l.points)));
    const known = new Set<string>(links);
    expect([...known].filter((link) => !crossed.has(link))).toEqual([]);
    expect([...crossed].filter((link) => !known.has(link))).toEqual([]);
  });

  test('a line crosses each hexside near its middle', () => {
    for (const line of linesOf(map.road, beside.road)) {
      for (const link of line.links) {
        const [a, b] = hexside(...ends(link));
        const nearest = Math.min(...line.points.map((p) => gap(p, lerp(a, b, 0.5))));
        expect(nearest, link).toBeLessThan(6);
      }
    }
  });
});

describe('rivers', () => {
  const courses = riverCourses(map);

  test('flow along every river hexside and no other', () => {
    expect(courses.flatMap((c) => c.sides).sort()).toEqual([...map.rivers].sort());
    for (const course of courses) {
      const fine = resample(course.points, 3);
      for (const side of course.sides) {
        const [a, b] = hexside(...ends(side));
        const near = Math.min(...fine.map((p) => gap(p, lerp(a, b, 0.5))));
        expect(near, side).toBeLessThan(7);
      }
    }
  });

  test('keep off hexsides that are dry', () => {
    const wet = new Set(map.rivers);
    const points = courses.flatMap((c) => c.points);
    const dry = ALL_HEXES.flatMap((hex) => neighbours(hex).map((other) => pair(hex, other))).filter((s) => !wet.has(s));
    const touched = [...new Set(dry)].filter((side) => {
      const [a, b] = hexside(...ends(side));
      const m = lerp(a, b, 0.5);
      return points.some((p) => Math.abs(p[0] - m[0]) < 8 && Math.abs(p[1] - m[1]) < 8 && gap(p, m) < 8);
    });
    expect(touched).toEqual([]);
  });
});

test('every city has a name on the map, every named river a course, every entry area a mark', () => {
  expect(placeNames(map).map((p) => p.id)).toEqual(map.cities.map((c) => c.name.toLowerCase()));
  const named = new Set(riverNames(map, riverCourses(map)).map((r) => r.id));
  expect(Object.keys(map.river_names).filter((n) => !named.has(n.toLowerCase().replaceAll(' ', '-')))).toEqual([]);
  const marked = new Set(entryMarks(map).flatMap((e) => e.areas));
  expect(Object.keys(map.entry_areas).filter((a) => !marked.has(a))).toEqual([]);
});

test('the drawing holds no broken number', () => {
  expect(terrainSvg(map)).not.toMatch(/NaN|undefined|Infinity/);
});
