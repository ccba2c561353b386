// The calendar of the game and what the schedule brings when.
import { TURNS as LAST } from '../wire/figures';
import { facts } from './facts';

export const TURNS: readonly number[] = Array.from({ length: LAST }, (_, i) => i + 1);
const FIRST_DAY = Number.parseInt(facts.arrivals.firstDay, 10);

/** The two days of July 1941 a turn stands for. */
export const daysOf = (turn: number) => ({ from: FIRST_DAY + 2 * (turn - 1), to: FIRST_DAY + 2 * turn - 1 });

/** Which sides have scheduled arrivals on a turn. */
export const arrivalSides = (turn: number) => ({
  german: facts.arrivals.german.some((a) => a.turn === turn),
  soviet: facts.arrivals.soviet.some((a) => a.turn === turn),
});
