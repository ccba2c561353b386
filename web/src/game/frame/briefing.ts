// The briefing comes by itself before the first game of a side, and never again: what was read is kept in this browser.
import type { Side } from '../../wire/types';

const KEY = 'pgg-briefed';
/** The game that was just made for a player who has not been briefed. */
let due: { game: string; side: Side } | null = null;

function read(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ');
  } catch {
    return [];
  }
}

/** A game of this side has been made from the front page. */
export function announce(game: string, side: Side) {
  due = read().includes(side) ? null : { game, side };
}
/** Is the briefing to be shown over this game? It is told once. */
export function takeBriefing(game: string): boolean {
  if (due?.game !== game) return false;
  const { side } = due;
  due = null;
  try {
    localStorage.setItem(KEY, [...new Set([...read(), side])].join(' ').trim());
  } catch {
    // Without storage it comes before every game.
  }
  return true;
}
