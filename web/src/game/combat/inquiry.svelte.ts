// The odds of an attack as the server reckons them, asked anew whenever the attack changes, and what one more stack would do.
import type { Hex } from '../../lib/hex';
import type { Action, Odds, UnitId } from '../../wire/types';
import { faultOf } from '../../net/api';
import type { Fault } from '../../net/fault';
import type { Game } from '../game.svelte';
import { merit } from './results';

/** The attack with one more stack in it. */
export interface Better {
  units: UnitId[];
  odds: Odds;
}
export interface OddsQuestion {
  units: readonly UnitId[];
  targets: readonly Hex[];
  overrun: boolean;
  /** Stacks that could join, each as its units. */
  candidates?: readonly (readonly UnitId[])[];
  /** The march to the attack, which has not been made yet. */
  after?: readonly Action[];
}

export class Inquiry {
  odds = $state.raw<Odds | null>(null);
  /** Why there are no odds. */
  fault = $state.raw<Fault | null>(null);
  better = $state.raw<Better | null>(null);
  #last = 0;

  constructor(readonly game: Pick<Game, 'ask'>) {}

  async ask({ units, targets, overrun, candidates = [], after = [] }: OddsQuestion): Promise<void> {
    const n = ++this.#last;
    this.better = null;
    if (!units.length || !targets.length) {
      this.odds = this.fault = null;
      return;
    }
    const reckon = (who: readonly UnitId[]) =>
      this.game.ask('odds', {
        odds: { units: [...who], targets: [...targets], overrun, ...(after.length ? { after: [...after] } : {}) },
      });
    try {
      const odds = await reckon(units);
      if (n !== this.#last) return;
      this.odds = odds;
      this.fault = null;
      const more = await Promise.all(
        candidates.map(async (joining) => ({ units: [...joining], odds: await reckon([...units, ...joining]) })),
      );
      if (n !== this.#last) return;
      this.better = best(odds, more);
    } catch (error) {
      if (n !== this.#last) return;
      this.odds = null;
      this.fault = faultOf(error);
    }
  }
}

/** The stack that helps most; null if none does. */
export function best(now: Odds, more: readonly Better[]): Better | null {
  let found: Better | null = null;
  for (const one of more) {
    if (merit(one.odds) > merit(found?.odds ?? now) + 1e-9) found = one;
  }
  return found;
}
