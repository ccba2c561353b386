// Attacks that the player plans before the Combat Phase. They are kept in this browser; the server does not know them.
import type { Hex } from '../../lib/hex';
import { keep, readKept, untrusted } from '../../lib/kept';
import type { UnitId } from '../../wire/types';

export interface PlannedAttack {
  turn: number;
  targets: Hex[];
  units: UnitId[];
}

const MOST = 40;

export class Plans {
  #all = $state.raw<readonly PlannedAttack[]>([]);
  readonly #key: string;

  constructor(game: string) {
    this.#key = `pgg-plans-${game}`;
    this.#all = parsePlans(readKept(this.#key));
  }

  /** Those of a turn. */
  of(turn: number): PlannedAttack[] {
    return this.#all.filter((p) => p.turn === turn);
  }

  /** Note an attack; another plan on the same hex gives way. */
  add(plan: PlannedAttack) {
    this.#keep(
      [...this.#all.filter((p) => p.turn === plan.turn && p.targets[0] !== plan.targets[0]), plan].slice(-MOST),
    );
  }

  drop(targets: readonly Hex[]) {
    this.#keep(this.#all.filter((p) => !p.targets.some((hex) => targets.includes(hex))));
  }

  #keep(plans: readonly PlannedAttack[]) {
    this.#all = plans;
    keep(this.#key, plans);
  }
}

/** Plans from an untrusted text. */
export function parsePlans(text: string | null): PlannedAttack[] {
  const kept = untrusted(text);
  const words = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'string');
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (p): p is PlannedAttack =>
      typeof p === 'object' && p !== null && Number.isInteger(p.turn) && words(p.targets) && words(p.units),
  );
}
