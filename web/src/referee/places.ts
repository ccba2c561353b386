// Where each question is answered. A new question is one line here, which the compiler asks for.
import type { Ask } from '../wire/types';

type KeyOf<A> = A extends string ? A : keyof A & string;
export type AskKind = KeyOf<Ask>;

/**
 * What the player waits for with the pointer on a unit is answered in the same frame, by the page itself; what may take longer
 * than a few milliseconds on a slow machine, in the worker. `npm run bars` measures both.
 */
const AT_ONCE: Record<AskKind, boolean> = {
  reach: true,
  range: true,
  check: true,
  legal: true,
  score: true,
  cup: true,
  position: true,
  march_ends: true,
  // Sums over all that untried divisions may be, one for every stack that could join.
  odds: false,
  // A trace for every unit of a side.
  supply: false,
  areas: false,
  // Plans for many units, tried one after another.
  bring_in: false,
  march: false,
  retreats: false,
};

export const kindOf = (ask: Ask): AskKind => (typeof ask === 'string' ? ask : (Object.keys(ask)[0] as AskKind));
export const isAtOnce = (ask: Ask): boolean => AT_ONCE[kindOf(ask)];
