// What is printed in the margin and across the board: entry areas, the limit of air interdiction.
import { BOARD_HEIGHT, BOARD_WIDTH, HEIGHT, ROWS, centre, centreOf, corner, type Point } from '../src/lib/hex';
import { f1, polyline } from '../src/lib/shapes';
import type { MapData } from './data';

export interface EntryMark {
  /** The areas it stands for: a letter, a number of the provisional die, or both. */
  areas: string[];
  side: 'german' | 'soviet';
  d: string;
  x: number;
  y: number;
}

const EDGE: Record<string, 'n' | 'e' | 's' | 'w'> = {
  ...{ A: 'n', V: 'n', W: 'n', 3: 'n', X: 'e', Z: 's', 4: 's', 6: 's' },
  ...{ B: 'w', C: 'w', D: 'w', E: 'w', F: 'w', G: 'w', H: 'w' },
};
/** Areas that are a letter for scheduled arrivals and a number of the provisional die at once. */
const ALSO: Record<string, string> = { V: '1', W: '2', Z: '5' };
/** Their brackets would lie on those of their neighbours, so they stand nearer to the board. */
const INNER = new Set(['C', 'G']);

export function entryMarks(map: MapData): EntryMark[] {
  return Object.entries(map.entry_areas)
    .filter(([area]) => EDGE[area])
    .map(([area, hexes]) => {
      const middles = hexes.map(centre);
      const xs = middles.map((p) => p[0]);
      const ys = middles.map((p) => p[1]);
      const [x0, x1] = [Math.min(...xs) - 22, Math.max(...xs) + 22];
      let [d, x, y] = ['', (x0 + x1) / 2, 0];
      switch (EDGE[area]) {
        case 'w': {
          const [y0, y1] = [Math.min(...ys) - HEIGHT / 2 + 5, Math.max(...ys) + HEIGHT / 2 - 5];
          x = -(INNER.has(area) ? 18 : 44) + 6;
          y = (y0 + y1) / 2;
          d = `M${x + 7} ${f1(y0)}H${x}V${f1(y1)}H${x + 7}`;
          break;
        }
        case 'e': {
          const [y0, y1] = [Math.min(...ys) - 22, Math.max(...ys) + 22];
          x = BOARD_WIDTH + 34;
          y = (y0 + y1) / 2;
          d = `M${x - 7} ${f1(y0)}H${x}V${f1(y1)}H${x - 7}`;
          break;
        }
        case 'n':
          y = -32;
          d = `M${x0} ${y + 7}V${y}H${x1}V${y + 7}`;
          break;
        case 's':
          y = BOARD_HEIGHT + 32;
          d = `M${x0} ${f1(y - 7)}V${f1(y)}H${x1}V${f1(y - 7)}`;
          break;
      }
      const side = 'ABCDEFGH'.includes(area) ? 'german' : 'soviet';
      return { areas: ALSO[area] ? [area, ALSO[area]] : [area], side, d, x: Number(f1(x)), y: Number(f1(y)) };
    });
}

/** German air interdiction goes no farther east than this line at first [13.2]. */
export function interdictionLimit(map: MapData): string {
  const column = map.air_interdiction_limit.last_column;
  const points: Point[] = [];
  for (let row = 1; row <= ROWS; row++) {
    const m = centreOf(column, row);
    points.push(corner(m, 5), corner(m, 0));
  }
  points.push(corner(centreOf(column, ROWS), 1));
  return polyline(points);
}
