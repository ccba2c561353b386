// The scale of victory: six levels, each as wide as its span of points, the two open ones cut short.
import { facts } from '../../lib/facts';
import type { Side } from '../../wire/types';

/** Places and widths are shares of the scale, in per cent. */
const WIDTH = 100;
/** Between two levels. */
const GAP = 0.7;
/** Points shown beyond the first and the last bound. */
const BEYOND = 15;

export interface Span {
  side: Side;
  level: string;
  x: number;
  width: number;
  opacity: number;
}
const STRENGTH: Record<string, number> = { decisive: 1, strategic: 0.7, marginal: 0.38 };

const bounds = facts.levels.slice(1).map((l) => l.min ?? 0);
const least = (bounds[0] ?? 0) - BEYOND;
const most = (bounds.at(-1) ?? 0) + BEYOND;
/** Where a number of points stands, held within the scale. */
export const placeOf = (points: number) => ((Math.min(most, Math.max(least, points)) - least) / (most - least)) * WIDTH;

export const SPANS: readonly Span[] = facts.levels.map((level, i) => {
  const from = i === 0 ? least : bounds[i - 1];
  const to = bounds[i] ?? most;
  return {
    side: level.winner,
    level: level.level,
    x: placeOf(from) + GAP / 2,
    width: placeOf(to) - placeOf(from) - GAP,
    opacity: STRENGTH[level.level] ?? 1,
  };
});
/** The bounds as printed beneath: 0, 25, 50, 80, 125. */
export const TICKS = [0, 25, 50, 80, 125].map((points) => ({ points, x: placeOf(points) }));
