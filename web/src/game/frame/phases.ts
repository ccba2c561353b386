// The phases of a Player-Turn in order, for the bars of the top bar and for what comes next.
import { TURNS } from '../../wire/figures';
import type { Phase } from '../../wire/types';

const SET_UP: readonly Phase[] = ['soviet_set_up', 'german_set_up'];
const SOVIET: readonly Phase[] = ['soviet_movement', 'soviet_combat', 'soviet_interdiction'];
const GERMAN: readonly Phase[] = ['german_movement', 'german_combat', 'mechanized_movement', 'air_interdiction'];

/** The phases of the Player-Turn that a phase belongs to. */
export function stepsOf(phase: Phase, evacuation: boolean): readonly Phase[] {
  if (SET_UP.includes(phase)) return SET_UP;
  if (GERMAN.includes(phase)) return GERMAN;
  return evacuation ? ['evacuation', ...SOVIET] : SOVIET;
}

/** What comes after a phase; null at the end of the game. */
export function phaseAfter(phase: Phase, turn: number, evacuation: boolean): Phase | null {
  const begin: Phase = evacuation ? 'evacuation' : 'soviet_movement';
  if (phase === 'soviet_set_up') return 'german_set_up';
  if (phase === 'german_set_up') return begin;
  if (phase === 'game_over') return null;
  if (phase === 'air_interdiction') return turn === TURNS ? 'game_over' : begin;
  const steps = stepsOf(phase, evacuation);
  return steps[steps.indexOf(phase) + 1] ?? 'german_movement';
}
