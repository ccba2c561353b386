// The hex cursor of the keyboard: arrow keys go straight up, down, left and right; the keys around them go along the
// four slanting directions.
import { neighbour, parseHex, type Direction, type Hex } from '../lib/hex';

const SLANTED: Record<string, Direction> = { Home: 'nw', PageUp: 'ne', End: 'sw', PageDown: 'se' };

/** The hex a key leads to, or null if the key is not ours or the board ends there. */
export function cursorStep(hex: Hex, key: string): Hex | null {
  const high = parseHex(hex)[0] % 2 === 1;
  const direction: Direction | undefined =
    key === 'ArrowUp'
      ? 'n'
      : key === 'ArrowDown'
        ? 's'
        : key === 'ArrowRight'
          ? high
            ? 'se'
            : 'ne'
          : key === 'ArrowLeft'
            ? high
              ? 'sw'
              : 'nw'
            : SLANTED[key];
  return direction ? neighbour(hex, direction) : null;
}
