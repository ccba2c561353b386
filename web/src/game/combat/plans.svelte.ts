// Attacks somebody plans before the Combat Phase: notes of this browser, which the server knows nothing of.
import type { Hex } from '../../lib/hex';
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
    this.#all = parsePlans(read(this.#key));
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
    try {
      if (plans.length) localStorage.setItem(this.#key, JSON.stringify(plans));
      else localStorage.removeItem(this.#key);
    } catch {
      // Without storage they hold until the page is closed.
    }
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Plans out of a text that anybody may have changed. */
export function parsePlans(text: string | null): PlannedAttack[] {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // Unreadable: none.
  }
  const words = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'string');
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (p): p is PlannedAttack =>
      typeof p === 'object' && p !== null && Number.isInteger(p.turn) && words(p.targets) && words(p.units),
  );
}
