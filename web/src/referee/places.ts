// Where each question is answered. A new question is one line here, which the compiler asks for.
import type { Ask } from '../wire/types';

type KeyOf<A> = A extends string ? A : keyof A & string;
export type AskKind = KeyOf<Ask>;

/**
 * The page itself answers, in the same frame, what the player waits for with the pointer on a unit; the worker answers what may
 * take longer than a few milliseconds on a slow machine. `npm run bars` measures both.
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
  // Sums over all possible strengths of untried divisions, for every stack that could join.
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
