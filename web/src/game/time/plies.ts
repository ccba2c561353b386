// The actions of a game that count in the end, as its log tells them, and what is known of its divisions.
import type { EntryView, GameEvent, Phase, Side, UnitDetails, UnitId } from '../../wire/types';
import { counterOf } from '../../lib/position';
import { beatsOf, durationOf } from './beats';

/** One action that counts. */
export interface Ply {
  /** How many actions count after it. */
  ply: number;
  /** The number of its entry, and when it was made. */
  n: number;
  at: number;
  side: Side | null;
  /** Played for the player, who had no choice. */
  auto?: boolean;
  events: GameEvent[];
  /** The turn and phase it was made in. */
  turn: number;
  phase: Phase;
  /** How long it takes to show. */
  ms: number;
}

/** What is known of a division: its kind, and its strength once it was turned up. */
export type Known = ReadonlyMap<UnitId, Pick<UnitDetails, 'kind' | 'strength'>>;

/** The actions that count after all these entries. Entries are in order and complete from the first. */
export function pliesOf(entries: readonly EntryView[]): Ply[] {
  const plies: Ply[] = [];
  let undone: Ply[] = [];
  let turn = 1;
  let phase: Phase = 'soviet_set_up';
  for (const { n, at, what, events, now } of entries) {
    if (typeof what === 'object' && 'acted' in what) {
      const ms = beatsOf(events).reduce((sum, beat) => sum + durationOf(beat), 0);
      const { side, auto } = what.acted;
      plies.push({ ply: plies.length + 1, n, at: Number(at), side, auto, events, turn, phase, ms });
      undone = [];
    } else if (what === 'redid') {
      const again = undone.pop();
      if (again) plies.push(again);
    } else if (typeof what === 'object' && 'undid' in what) {
      undone.push(...plies.splice(what.undid.to).reverse());
    }
    turn = now.turn;
    phase = now.phase;
  }
  return plies;
}

/** The player-turn an action belongs to: whose phases follow one another. */
export function sideOfPhase(phase: Phase): Side | null {
  if (phase === 'game_over') return null;
  return phase.startsWith('soviet') || phase === 'evacuation' ? 'soviet' : 'german';
}

/** What draws and reveals have told. */
export function knownFrom(entries: readonly EntryView[]): Known {
  const known = new Map<UnitId, Pick<UnitDetails, 'kind' | 'strength'>>();
  for (const { events } of entries) {
    for (const event of events) {
      if (event.event === 'drawn') known.set(event.unit, { kind: event.kind });
      else if (event.event === 'revealed') known.set(event.unit, counterOf(event.counter));
    }
  }
  return known;
}
