// Cities as street blocks on their own tint, minor cities as rings, and where every name stands.
import { centre, ends, hexside, type Hex, type Point } from '../src/lib/hex';
import { f1, gap, lerp, polygon, polyline, pt, resample, smoothClosed } from '../src/lib/shapes';
import { blobs } from './blobs';
import type { City, MapData } from './data';
import { rng } from './noise';
import type { Course } from './rivers';

/** The ground a city is built on. */
export const urban = (city: City) =>
  blobs(new Set(city.hexes), { grow: -1, blur: 5, rough: 0.08, frequency: 0.06, seed: 91, level: 0.5, cell: 3 })
    .map((l) => smoothClosed(resample(l, 10, true)))
    .join('');

/** Houses: a jittered street grid turned by the city's own angle, thinned towards the edge. */
export function blocks(hex: Hex, name: string) {
  const next = rng('city' + hex + 'b');
  const angle = (rng(name)() - 0.5) * 1.1;
  const [cx, cy] = centre(hex);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const to = (x: number, y: number): Point => [cx + x * cos - y * sin, cy + x * sin + y * cos];
  let [dark, pale] = ['', ''];
  for (let row = -3; row <= 3; row++) {
    for (let column = -3; column <= 3; column++) {
      const [x, y] = [column * 9.4 + (next() - 0.5) * 2, row * 8 + (next() - 0.5) * 1.6];
      const away = Math.hypot(x, y * 1.12);
      if (away > 31 || (away > 21 && next() < 0.42) || next() < 0.07) continue;
      const [w, h] = [3.1 + next() * 1.3, 2.5 + next() * 1.1];
      const house = [to(x - w, y - h), to(x + w, y - h), to(x + w, y + h), to(x - w, y + h)];
      if (next() < 0.25) house.splice(2, 1, to(x + w, y), to(x + w * 0.1, y), to(x + w * 0.1, y + h));
      if (next() < 0.8) dark += polygon(house);
      else pale += polygon(house);
    }
  }
  return { dark, pale };
}

/** Where a name stands: the hex it belongs to, the offset of its anchor from the centre, and the anchor. */
const NAME_PLACE: Record<string, [Hex, number, number, 'start' | 'middle' | 'end']> = {
  Vitebsk: ['0513', -32, -62, 'middle'],
  Orsha: ['0420', 44, 22, 'start'],
  Mogilev: ['0525', 32, 44, 'start'],
  Smolensk: ['2216', 47, -1, 'start'],
  Roslavl: ['2626', 46, -24, 'start'],
  Rzhev: ['3901', 46, 4, 'start'],
  Vyazma: ['4015', -4, 53, 'middle'],
  Gzhatsk: ['4607', 44, -20, 'start'],
  Kaluga: ['5921', -44, 34, 'end'],
  Yelnya: ['3122', 33, 14, 'start'],
  Velizh: ['1509', 34, -4, 'start'],
  Bely: ['3005', 33, 6, 'start'],
  Mstislavl: ['1524', 33, 16, 'start'],
  Krichev: ['1427', -33, 14, 'end'],
  Kirov: ['4329', 33, 2, 'start'],
  Yukhnov: ['5019', 12, -33, 'start'],
};

export interface PlaceName {
  id: string;
  major: boolean;
  x: number;
  y: number;
  /** The baseline in the far view, where names have double size. */
  farY: number;
  anchor: 'start' | 'middle' | 'end';
}

export function placeNames(map: MapData): PlaceName[] {
  return map.cities.map((city) => {
    const [hex, dx, dy, anchor] = NAME_PLACE[city.name];
    const [x, y] = centre(hex);
    const round = (v: number) => Number(f1(v));
    return {
      id: city.name.toLowerCase(),
      major: city.kind === 'major',
      x: round(x + dx),
      y: round(y + dy),
      farY: round(y + dy + 4 * Math.sign(dy || 1)),
      anchor,
    };
  });
}

export interface RiverName {
  id: string;
  d: string;
}

/** River names ride a calm version of the course, lifted off the water. */
export function riverNames(map: MapData, courses: readonly Course[]): RiverName[] {
  const out: RiverName[] = [];
  const done: { name: string; at: Point }[] = [];
  for (const [name, places] of Object.entries(map.river_names)) {
    for (const side of places) {
      const course = courses.find((c) => c.sides.includes(side));
      if (!course) continue;
      const [p, q] = hexside(...ends(side));
      const at = lerp(p, q, 0.5);
      if (done.some((d) => d.name === name && gap(d.at, at) < 260)) continue;
      done.push({ name, at });
      out.push({ id: riverId(name), d: calm(stretch(course.points, at, name.length * 9.4 + 46)) });
    }
  }
  return out;
}
export const riverId = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** The part of a course around a point, of about the wanted length, running eastwards. */
function stretch(points: readonly Point[], at: Point, want: number): Point[] {
  let nearest = 0;
  points.forEach((p, i) => {
    if (gap(p, at) < gap(points[nearest], at)) nearest = i;
  });
  let [i, j, length] = [nearest, nearest, 0];
  while (length < want && (i > 0 || j < points.length - 1)) {
    if (i > 0) {
      i--;
      length += gap(points[i], points[i + 1]);
    }
    if (length < want && j < points.length - 1) {
      j++;
      length += gap(points[j], points[j - 1]);
    }
  }
  const part = points.slice(i, j + 1);
  return part[0][0] > part[part.length - 1][0] ? part.reverse() : part;
}

function calm(part: readonly Point[]): string {
  let c = resample(part, 15);
  for (let t = 0; t < 5; t++) {
    c = c.map((v, i) =>
      i && i < c.length - 1
        ? [(c[i - 1][0] + v[0] * 2 + c[i + 1][0]) / 4, (c[i - 1][1] + v[1] * 2 + c[i + 1][1]) / 4]
        : v,
    );
  }
  c = c.map((v, i) => {
    const [a, b] = [c[Math.max(0, i - 1)], c[Math.min(c.length - 1, i + 1)]];
    const l = gap(a, b) || 1;
    return [v[0] + ((b[1] - a[1]) / l) * 8.5, v[1] - ((b[0] - a[0]) / l) * 8.5];
  });
  if (c.length < 3) return polyline(c);
  let d = 'M' + pt(c[0]);
  for (let i = 1; i < c.length - 1; i++) d += `Q${pt(c[i])} ${pt(lerp(c[i], c[i + 1], i === c.length - 2 ? 1 : 0.5))}`;
  return d;
}
