// Standing orders: a stack marches on turn by turn, holds its hex, or follows another. They are kept in this browser; the server only
// gets the moves, which the page makes when a Movement Phase begins.
import { isHex, type Hex } from '../../lib/hex';
import { keep, readKept, untrusted } from '../../lib/kept';
import type { UnitId } from '../../wire/types';

export type Errand = { kind: 'march'; route: readonly Hex[] } | { kind: 'hold' } | { kind: 'follow'; whom: UnitId };
export interface StandingOrder {
  units: readonly UnitId[];
  errand: Errand;
  /** The phase in which it was given or last carried out: once in each is enough. */
  ran: string;
}

/** More than a side has stacks. */
const MOST = 80;
const PREFIX = 'pgg-standing-';

export class Standing {
  #all = $state.raw<readonly StandingOrder[]>([]);
  readonly #key: string;

  constructor(game: string) {
    this.#key = PREFIX + game;
    this.#all = parseStanding(readKept(this.#key));
  }

  get all(): readonly StandingOrder[] {
    return this.#all;
  }
  of(unit: UnitId): StandingOrder | null {
    return this.#all.find(({ units }) => units.includes(unit)) ?? null;
  }

  /** A unit has one order: a new one replaces those of its units. */
  give(order: StandingOrder) {
    this.#keep([...this.#without(order.units), order].slice(-MOST));
  }
  drop(units: readonly UnitId[]) {
    this.#keep(this.#without(units));
  }
  #without(units: readonly UnitId[]) {
    return this.#all.filter((one) => !one.units.some((unit) => units.includes(unit)));
  }

  #keep(orders: readonly StandingOrder[]) {
    this.#all = orders;
    keep(this.#key, orders);
  }
}

const kept = new WeakMap<object, Standing>();
/** The standing orders of a game that is open. */
export function standingOf(game: { id: string }): Standing {
  let standing = kept.get(game);
  if (!standing) kept.set(game, (standing = new Standing(game.id)));
  return standing;
}

/** Orders from an untrusted text. */
export function parseStanding(text: string | null): StandingOrder[] {
  const told = untrusted(text);
  if (!Array.isArray(told)) return [];
  return (told as unknown[]).filter((order): order is StandingOrder => {
    if (typeof order !== 'object' || order === null) return false;
    const { units, errand, ran } = order as Record<string, unknown>;
    return isWords(units) && typeof ran === 'string' && isErrand(errand);
  });
}
const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'string');
function isErrand(errand: unknown): errand is Errand {
  if (typeof errand !== 'object' || errand === null) return false;
  const { kind, route, whom } = errand as Record<string, unknown>;
  if (kind === 'march') return isWords(route) && route.every(isHex);
  return kind === 'hold' || (kind === 'follow' && typeof whom === 'string');
}
