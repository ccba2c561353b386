// Where units went in the last player-turn of either side, from what the log tells.
import type { Hex } from '../../lib/hex';
import type { Side, UnitId } from '../../wire/types';
import { sideOfPhase, type Ply } from '../time/plies';
import { beatsOf } from '../time/beats';

export interface Trail {
  side: Side;
  path: Hex[];
}

/** The actions of the last phases of a side that follow one another; none while it has not yet been its turn. */
export function lastTurnOf(plies: readonly Ply[], side: Side): readonly Ply[] {
  const end = plies.findLastIndex((p) => sideOfPhase(p.phase) === side);
  if (end < 0) return [];
  let start = end;
  while (start > 0 && sideOfPhase(plies[start - 1].phase) === side && plies[start - 1].turn === plies[end].turn)
    start--;
  return plies.slice(start, end + 1);
}

export function trailsOf(plies: readonly Ply[], sides: readonly Side[] = ['german', 'soviet']): Trail[] {
  return sides.flatMap((side) => {
    const ways = new Map<UnitId, Hex[]>();
    for (const ply of lastTurnOf(plies, side)) {
      for (const beat of beatsOf(ply.events)) {
        if (beat.kind !== 'walk' || beat.retreat) continue;
        for (const leg of beat.legs) {
          const way = ways.get(leg.unit);
          if (way && way.at(-1) === leg.path[0]) way.push(...leg.path.slice(1));
          else ways.set(leg.unit, [...leg.path]);
        }
      }
    }
    // Units that went the same way have one trail.
    const paths = new Map([...ways.values()].map((path) => [path.join(), path]));
    return [...paths.values()].filter((path) => path.length > 1).map((path) => ({ side, path }));
  });
}
