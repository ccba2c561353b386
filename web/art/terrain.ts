// The ground of the map as one SVG: every layer a few paths, every colour a CSS variable (`--m-*`), so that light, dark
// and the other palettes need no second drawing. Lines and areas are cut into separate paths, because a browser skips
// those that lie outside the part it paints.
import { ALL_HEXES, BOARD_HEIGHT, BOARD_WIDTH, HEIGHT, SHEET, SIDE, centre, ends } from '../src/lib/hex';
import { linesOf, sideBySide } from '../src/lib/chains';
import { cut, f1, lerp, outlines, polygon, polyline } from '../src/lib/shapes';
import type { MapData } from './data';
import { crownTile, forest, lakes, swamp } from './ground';
import { interdictionLimit } from './margin';
import { rivers } from './rivers';
import { blocks, urban } from './towns';

const path = (cls: string, d: string) => `<path class="${cls}" d="${d}"/>`;
const rect = (cls: string, [x, y, w, h]: readonly number[]) =>
  `<rect class="${cls}" x="${f1(x)}" y="${f1(y)}" width="${f1(w)}" height="${f1(h)}"/>`;
const picture = (kind: string) =>
  `<image class="${kind}" x="${SHEET[0]}" y="${SHEET[1]}" width="${f1(SHEET[2])}" height="${f1(SHEET[3])}" preserveAspectRatio="none"/>`;
const use = (shape: string, cls: string, extra = '') => `<use class="${cls}" href="#s-${shape}"${extra}/>`;
const clipped = (...inner: string[]) => `<g clip-path="url(#board)">${inner.join('')}</g>`;

/** Lines are cut where the ties of railways begin anew, near (7.35 apart) as well as far (13 apart). */
const PIECE = 69 * 7.35;

export function terrainSvg(map: MapData): string {
  const beside = sideBySide(map.road, map.rail);
  const rail = linesOf(map.rail, beside.rail, map.rail_exits);
  const road = linesOf([...map.road, ...map.road_river_joins], beside.road, map.road_exits);
  const water = rivers(map);
  const lake = lakes(map);
  const wet = swamp(map);
  const crowns = crownTile();
  const major = map.cities.filter((c) => c.kind === 'major');
  const houses = major.flatMap((c) => c.hexes.map((hex) => blocks(hex, c.name)));
  const rings = map.cities
    .filter((c) => c.kind === 'minor')
    .map((c) => {
      const [x, y] = centre(c.hex).map(f1);
      return `<circle class="town-ring" cx="${x}" cy="${y}" r="6.2"/><circle class="town-dot" cx="${x}" cy="${y}" r="3"/>`;
    });
  // Roads break at every river [6.7b]; dashes over the water show where supply goes on [11.13].
  const ferries = map.road_river_joins.map((link) => {
    const [a, b] = ends(link).map(centre);
    return polyline([lerp(a, b, 0.36), lerp(a, b, 0.64)]);
  });
  const board = polygon(outlines(new Set(ALL_HEXES))[0]);

  const shapes: Record<string, string[]> = {
    forest: forest(map),
    lake: [lake.shore],
    water: water.water,
    road: road.flatMap((l) => cut(l.points, PIECE).map(polyline)),
    rail: rail.flatMap((l) => cut(l.points, PIECE).map(polyline)),
  };
  const shapeDefs = Object.entries(shapes).map(
    ([name, paths]) => `<g id="s-${name}">${paths.map((d) => `<path d="${d}"/>`).join('')}</g>`,
  );
  const [third, half] = [f1(SIDE / 2), `${HEIGHT / 2}`];
  const gridTile = `M0 ${half}L${third} 0H${1.5 * SIDE}L${2 * SIDE} ${half}L${1.5 * SIDE} ${HEIGHT}H${third}ZM${2 * SIDE} ${half}H${3 * SIDE}`;
  const defs = [
    `<pattern id="crowns" width="${crowns.size}" height="${crowns.size}" patternUnits="userSpaceOnUse">`,
    path('crown-shade', crowns.shade),
    path('crown', crowns.crown),
    path('crown-light', crowns.light),
    '</pattern>',
    `<pattern id="hexgrid" width="${3 * SIDE}" height="${HEIGHT}" patternUnits="userSpaceOnUse">${path('grid', gridTile)}</pattern>`,
    '<pattern id="grain" width="160" height="160" patternUnits="userSpaceOnUse"><image class="grain-tile" width="160" height="160"/></pattern>',
    `<clipPath id="board"><path d="${board}"/></clipPath>`,
    ...shapeDefs,
  ];
  const neat = (cls: string, by: number) =>
    rect(`neat ${cls}`, [SHEET[0] + by, SHEET[1] + by, SHEET[2] - 2 * by, SHEET[3] - 2 * by]);
  const layers = [
    rect('paper', SHEET),
    clipped(path('board-tint', board), picture('tint'), picture('relief')),
    path('swamp', wet.ground),
    path('pools', wet.pools),
    path('reeds', wet.reeds),
    use('forest', 'forest-shadow', ' transform="translate(1.5 2.4)"'),
    use('forest', 'forest'),
    use('forest', 'forest-crowns'),
    use('forest', 'forest-edge'),
    ...major.map((c) => path('urban', urban(c))),
    `<g class="river-halo">${water.halo.map((d) => `<path d="${d}"/>`).join('')}</g>`,
    use('road', 'road-case'),
    use('road', 'road'),
    clipped(
      use('water', 'bank'),
      use('lake', 'lake-bank'),
      use('lake', 'lake'),
      path('lake-in', lake.deep),
      use('water', 'water'),
    ),
    path('ferry', ferries.join('')),
    use('rail', 'rail-halo'),
    use('rail', 'rail'),
    use('rail', 'rail-ties'),
    path('block-lo', houses.map((h) => h.pale).join('')),
    path('block', houses.map((h) => h.dark).join('')),
    ...rings,
    rect('grain', SHEET),
    clipped(rect('gridfill', [0, 0, BOARD_WIDTH, BOARD_HEIGHT])),
    path('board-line', board),
    path('air-limit', interdictionLimit(map)),
    neat('neat-1', 14),
    neat('neat-2', 20),
  ];
  const box = SHEET.map(f1).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" class="terrain" viewBox="${box}" aria-hidden="true"><defs>${defs.join('')}</defs>${layers.join('')}</svg>`;
}
