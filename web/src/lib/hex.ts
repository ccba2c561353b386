// Geometry of the sheet: flat-top hexes, 59 columns by 31 rows, even columns half a hex lower.
// One hex side is 40 map units; every size of the drawing is in these units, and zoom 1 is one unit to a pixel.

/** A hex by its four digits, column then row, as in `crates/core/data/` and in every message. */
export type Hex = string;
export type Point = readonly [number, number];
export type Direction = 'se' | 's' | 'sw' | 'nw' | 'n' | 'ne';

export const COLUMNS = 59;
export const ROWS = 31;
/** Length of a hex side, and height of a hex. */
export const SIDE = 40;
export const HEIGHT = SIDE * Math.sqrt(3);
/** Size of the board, without the margin of the sheet. */
export const BOARD_WIDTH = (COLUMNS - 1) * 1.5 * SIDE + 2 * SIDE;
export const BOARD_HEIGHT = ROWS * HEIGHT + HEIGHT / 2;
export const MARGIN = 90;
/** The sheet of paper around the board: left, top, width, height. */
export const SHEET = [-MARGIN, -MARGIN, BOARD_WIDTH + 2 * MARGIN, BOARD_HEIGHT + 2 * MARGIN] as const;

/** Hexsides clockwise from the one south of the east corner; side k lies between corners k and k + 1. */
export const DIRECTIONS: readonly Direction[] = ['se', 's', 'sw', 'nw', 'n', 'ne'];

const figure = (hex: Hex, i: number) => hex.charCodeAt(i) - 48;
/** Column and row; of what is not four figures nothing that is on the map. */
export const parseHex = (hex: Hex): [number, number] => [
  10 * figure(hex, 0) + figure(hex, 1),
  10 * figure(hex, 2) + figure(hex, 3),
];
const TWO_FIGURES = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
export const hexAt = (column: number, row: number): Hex => TWO_FIGURES[column] + TWO_FIGURES[row];
export const onMap = (column: number, row: number) => column >= 1 && column <= COLUMNS && row >= 1 && row <= ROWS;
export const isHex = (text: string) => /^\d{4}$/.test(text) && onMap(...parseHex(text));

export const ALL_HEXES: readonly Hex[] = Array.from({ length: COLUMNS }, (_, c) =>
  Array.from({ length: ROWS }, (_, r) => hexAt(c + 1, r + 1)),
).flat();

/** The name of the hexside or link between two hexes, as `crates/core/data/map.json` writes it. */
export const pair = (a: Hex, b: Hex) => (a < b ? `${a}-${b}` : `${b}-${a}`);
export const ends = (link: string): [Hex, Hex] => [link.slice(0, 4), link.slice(5)];

function step(column: number, row: number, direction: Direction): [number, number] {
  if (direction === 'n') return [column, row - 1];
  if (direction === 's') return [column, row + 1];
  const north = direction === 'ne' || direction === 'nw';
  const east = direction === 'ne' || direction === 'se';
  const low = column % 2 === 0;
  return [column + (east ? 1 : -1), row + (low ? (north ? 0 : 1) : north ? -1 : 0)];
}

export function neighbour(hex: Hex, direction: Direction): Hex | null {
  const [column, row] = step(...parseHex(hex), direction);
  return onMap(column, row) ? hexAt(column, row) : null;
}
export const neighbours = (hex: Hex): Hex[] =>
  DIRECTIONS.map((d) => neighbour(hex, d)).filter((h): h is Hex => h !== null);

/** Rows counted along the slanting lines, so that a step in one direction changes them equally everywhere. */
const slant = (column: number, row: number) => row - ((column + (column & 1)) >> 1);

/** The hex that lies from this one as `to` lies from `from`; null off the map. */
export function shifted(hex: Hex, from: Hex, to: Hex): Hex | null {
  const [[ac, ar], [bc, br], [column, row]] = [parseHex(from), parseHex(to), parseHex(hex)];
  const across = column + bc - ac;
  const down = slant(column, row) + slant(bc, br) - slant(ac, ar) + ((across + (across & 1)) >> 1);
  return onMap(across, down) ? hexAt(across, down) : null;
}

export function distance(a: Hex, b: Hex): number {
  const [ac, ar] = parseHex(a);
  const [bc, br] = parseHex(b);
  const across = ac - bc;
  const down = slant(ac, ar) - slant(bc, br);
  return Math.max(Math.abs(across), Math.abs(down), Math.abs(across + down));
}
export const hexesWithin = (hex: Hex, radius: number) => ALL_HEXES.filter((other) => distance(hex, other) <= radius);

export const centreOf = (column: number, row: number): Point => [
  SIDE + (column - 1) * 1.5 * SIDE,
  HEIGHT / 2 + (row - 1) * HEIGHT + (column % 2 === 0 ? HEIGHT / 2 : 0),
];
export const centre = (hex: Hex): Point => centreOf(...parseHex(hex));
export const corner = ([x, y]: Point, k: number, radius = SIDE): Point => [
  x + radius * Math.cos((Math.PI / 3) * k),
  y + radius * Math.sin((Math.PI / 3) * k),
];
export const corners = (hex: Hex, radius = SIDE): Point[] =>
  [0, 1, 2, 3, 4, 5].map((k) => corner(centre(hex), k, radius));

/** The two end points of the hexside between two adjacent hexes. */
export function hexside(a: Hex, b: Hex): [Point, Point] {
  const k = DIRECTIONS.findIndex((d) => neighbour(a, d) === b);
  if (k < 0) throw new Error(`hexes ${a} and ${b} are not adjacent`);
  return [corner(centre(a), k), corner(centre(a), (k + 1) % 6)];
}

/** The hex under a point of the board, or null beside the board. */
export function hexUnder(x: number, y: number): Hex | null {
  const column = Math.round((x - SIDE) / (1.5 * SIDE)) + 1;
  let best: Hex | null = null;
  let least = Infinity;
  for (const c of [column - 1, column, column + 1]) {
    const shift = c % 2 === 0 ? HEIGHT / 2 : 0;
    const row = Math.round((y - HEIGHT / 2 - shift) / HEIGHT) + 1;
    if (!onMap(c, row)) continue;
    const [cx, cy] = centreOf(c, row);
    const [dx, dy] = [Math.abs(x - cx), Math.abs(y - cy)];
    const away = Math.max(dy, (dx * Math.sqrt(3)) / 2 + dy / 2);
    if (away < least) [best, least] = [hexAt(c, row), away];
  }
  return least <= HEIGHT / 2 + 0.01 ? best : null;
}
