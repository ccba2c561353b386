// Hex numbers as fine strokes in a hand of our own: 1,829 of them as text would have to be laid out at every zoom, and as
// drawn paths in the file of the map they would make it half as large again. So they are made here.
import { COLUMNS, ROWS, centreOf, hexAt } from '../lib/hex';
import { later } from '../lib/later';
import { f1 } from '../lib/shapes';

// Each figure in a field 3.2 wide and 5.4 high, relative to its lower left corner.
const FIGURE = [
  'm.1-2.7c0-1.8.5-2.7 1.5-2.7s1.5.9 1.5 2.7-.5 2.7-1.5 2.7-1.5-.9-1.5-2.7',
  'm.6-4.4 1.3-1v5.4',
  'm.2-4c.1-.9.7-1.4 1.5-1.4s1.4.5 1.4 1.3c0 1.3-1.9 2.2-2.9 4.1h3',
  'm.3-5.4h2.6l-1.5 2.1c1.1 0 1.7.6 1.7 1.6 0 1-.7 1.7-1.6 1.7-.7 0-1.2-.3-1.5-1',
  'm2.3 0v-5.4l-2.3 3.8h3.1',
  'm2.8-5.4h-2.2l-.3 2.5c.4-.4.9-.5 1.3-.5 1 0 1.6.7 1.6 1.7s-.7 1.7-1.6 1.7c-.7 0-1.3-.3-1.5-.9',
  'm2.6-5.1c-1.5-.8-2.5.7-2.5 3.2 0 1.3.6 1.9 1.5 1.9s1.5-.7 1.5-1.6-.6-1.6-1.5-1.6-1.5.6-1.5 1.4',
  'm.2-5.4h2.8l-1.9 5.4',
  'm1.6-3c-.8 0-1.3-.5-1.3-1.2s.5-1.2 1.3-1.2 1.3.5 1.3 1.2-.5 1.2-1.3 1.2c-.9 0-1.5.6-1.5 1.5s.6 1.5 1.5 1.5 1.5-.6 1.5-1.5-.6-1.5-1.5-1.5',
  'm.6-.3c1.5.8 2.5-.7 2.5-3.2 0-1.3-.6-1.9-1.5-1.9s-1.5.7-1.5 1.6.6 1.6 1.5 1.6 1.5-.6 1.5-1.4',
];
const ADVANCE = 4.35;

/** Path data of the numbers of one column. */
export function hexNumbers(column: number): string {
  let d = '';
  for (let row = 1; row <= ROWS; row++) {
    const [x, y] = centreOf(column, row);
    [...hexAt(column, row)].forEach((figure, i) => {
      d += `M${f1(x - 2 * ADVANCE + i * ADVANCE + 0.55)} ${f1(y - 26.6)}${FIGURE[Number(figure)]}`;
    });
  }
  return d;
}

/** Draws them onto the ground, a path for each column, so that a browser skips those it does not see. Gives a way to stop. */
export function addHexNumbers(terrain: SVGSVGElement): () => void {
  const group = document.createElementNS(terrain.namespaceURI, 'g');
  group.setAttribute('class', 'hexnos');
  let stop = () => {};
  const draw = (column: number) => {
    const path = document.createElementNS(terrain.namespaceURI, 'path');
    path.setAttribute('d', hexNumbers(column));
    group.append(path);
    // They are shown together.
    if (column === COLUMNS) terrain.append(group);
    else stop = later(() => draw(column + 1));
  };
  stop = later(() => draw(1));
  return () => stop();
}
