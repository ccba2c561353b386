// Where the map opens: filling the stage, at a zoom at which counters can be read, where the side that moves meets the enemy.
import { distance, SHEET, type Hex } from '../../lib/hex';
import type { GameView } from '../../lib/position';
import type { Side } from '../../wire/types';

/** Symbols and strengths can be read from here on. */
const READABLE = 0.55;
/** On a phone counters have to be large enough for a finger. */
const PHONE = 0.62;
/** Stacks at most this much farther from the enemy than the nearest count as the front. */
const DEPTH = 2;
/** Where the first units stand or enter, before anybody has met. */
const WEST: Hex = '0616';

export function opening(board: GameView, side: Side | null, stage: { width: number; height: number }, phone: boolean) {
  const cover = Math.max(stage.width / SHEET[2], stage.height / SHEET[3]);
  return { hex: frontOf(board, side), zoom: phone ? PHONE : Math.max(cover, READABLE) };
}

export function frontOf(board: GameView, of: Side | null): Hex {
  // A spectator, or anybody after the end, is shown the Germans' spearheads.
  const side = of ?? 'german';
  const stacks = [...board.stacks.values()];
  const enemies = stacks.filter((s) => s.side !== side).map((s) => s.hex);
  const own = stacks
    .filter((s) => s.side === side)
    .map(({ hex }) => ({ hex, away: Math.min(...enemies.map((e) => distance(hex, e))) }))
    .sort((a, b) => a.away - b.away || (a.hex < b.hex ? -1 : 1));
  if (!own.length || !enemies.length || board.phase.endsWith('set_up')) return WEST;
  const front = own.filter((s) => s.away <= own[0].away + DEPTH).map((s) => s.hex);
  return front.sort()[front.length >> 1];
}
