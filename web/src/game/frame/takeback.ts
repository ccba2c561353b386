// How far a take-back is asked for: the last action of one's own first, more if it is wanted.
import type { Now, Side } from '../../wire/types';
import type { Ply } from '../time/plies';

/** The most actions that can be taken back with the opponent's assent. */
export const mostBack = ({ ply, takeback_to }: Now): number => ply - takeback_to;

/** How many actions there are from one's own last choice on: what the enemy did since goes back with it. */
export function lastOwn(plies: readonly Ply[], you: readonly Side[], now: Now): number {
  const own = plies.findLast((p) => p.ply > now.takeback_to && !p.auto && p.side !== null && you.includes(p.side));
  return own ? now.ply - own.ply + 1 : 1;
}
