// What the server says about the present position beyond the position itself: zones, supply, command, the cup. Asked when
// something wants to show it, and anew when the position has changed.
import { Refusal } from '../../net/api';
import type {
  AreasView,
  CupView,
  RangeView,
  ReachView,
  Side,
  SupplyView,
  UnitId,
  UnitSupplyView,
} from '../../wire/types';
import type { Game } from '../game.svelte';
import { byUnit } from './drawn';

interface Answers {
  areas: AreasView;
  german: SupplyView;
  soviet: SupplyView;
  cup: CupView[];
}
type Kind = keyof Answers;

export class Seeing {
  areas = $state.raw<AreasView | null>(null);
  german = $state.raw<SupplyView | null>(null);
  soviet = $state.raw<SupplyView | null>(null);
  cup = $state.raw<CupView[] | null>(null);
  /** How far the units asked for could go; null if it cannot be said. */
  range = $state.raw<{ units: string; range: RangeView | null } | null>(null);
  /** Where the units asked for can ride in this phase. */
  rides = $state.raw<{ units: string; rail: ReachView['rail'] } | null>(null);
  /** The position each answer belongs to. */
  #at: Partial<Record<Kind, number>> = {};
  #rangeAt = '';
  #ridesAt = '';

  readonly supplyOf: ReadonlyMap<UnitId, UnitSupplyView> = $derived.by(() =>
    byUnit([...(this.german?.units ?? []), ...(this.soviet?.units ?? [])]),
  );

  constructor(private readonly game: Game) {}

  /** Have these up to date; call it in an effect, which then follows the position. */
  want(...kinds: Kind[]) {
    const ply = this.game.live?.ply;
    if (ply === undefined || this.game.linkState !== 'open') return;
    for (const kind of kinds) if (this.#at[kind] !== ply) void this.#ask(kind, ply);
  }

  async #ask(kind: Kind, ply: number) {
    this.#at[kind] = ply;
    try {
      if (kind === 'areas') this.areas = await this.game.ask('areas', 'areas');
      else if (kind === 'cup') this.cup = await this.game.ask('cup', 'cup');
      else this[kind] = await this.game.ask('supply', { supply: { side: kind as Side } });
    } catch (error) {
      delete this.#at[kind];
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** How far units of one hex, of either side, could go in their next own phase. */
  async wantRange(units: readonly UnitId[]) {
    const key = this.#key(units);
    if (key === this.#rangeAt) return;
    this.#rangeAt = key;
    const range = await this.#unlessRefused(this.game.ask('range', { range: { units: [...units] } }));
    if (key === this.#rangeAt) this.range = { units: units.join(), range };
  }

  /** Where units of one hex can ride, if they move now. */
  async wantRides(units: readonly UnitId[]) {
    const key = this.#key(units);
    if (key === this.#ridesAt) return;
    this.#ridesAt = key;
    const reach = await this.#unlessRefused(this.game.ask('reach', { reach: { units: [...units] } }));
    if (key === this.#ridesAt) this.rides = { units: units.join(), rail: reach?.rail ?? [] };
  }

  #key = (units: readonly UnitId[]) => `${this.game.live?.ply} ${units.join()}`;

  async #unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}

const all = new WeakMap<Game, Seeing>();
/** The one of a game, shared by everything that shows it. */
export function seeingOf(game: Game): Seeing {
  let seeing = all.get(game);
  if (!seeing) all.set(game, (seeing = new Seeing(game)));
  return seeing;
}
