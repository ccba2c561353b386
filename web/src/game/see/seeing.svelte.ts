// Additional data about the moment shown: zones, supply, command, the cup. It is requested when a component needs
// it, and again for another moment; for the past with its position.
import { untrack } from 'svelte';
import { ridesOf, type Rides } from '../../lib/reach';
import type { Diagram } from '../../lib/position';
import { Refusal } from '../../net/api';
import * as answers from '../../referee/answers.svelte';
import type { Answer, AreasView, Ask, CupView, RangeView, SupplyView, UnitId, UnitSupplyView } from '../../wire/types';
import type { Game, Moment } from '../game.svelte';
import { byUnit } from './drawn';

interface Answers {
  areas: AreasView;
  german: SupplyView;
  soviet: SupplyView;
  cup: CupView[];
}
type Kind = keyof Answers;

const QUESTIONS: Record<Kind, Ask> = {
  areas: 'areas',
  german: { supply: { side: 'german' } },
  soviet: { supply: { side: 'soviet' } },
  cup: 'cup',
};
/** The past is not asked about more often than this: a replay runs through many moments. */
const PAST_MS = 250;
/** Moments further apart than this have little in common: answers about the first are not shown for the second. */
const NEAR = 8;

export type Inquire = (position: Diagram, asks: Ask[]) => Promise<Answer[]>;

export class Seeing {
  areas = $state.raw<AreasView | null>(null);
  german = $state.raw<SupplyView | null>(null);
  soviet = $state.raw<SupplyView | null>(null);
  cup = $state.raw<CupView[] | null>(null);
  /** How far the units asked for could go; null if it cannot be said. */
  range = $state.raw<{ units: string; range: RangeView | null } | null>(null);
  /** Where the units asked for can ride in this phase. */
  rides = $state.raw<{ units: string; rail: Rides[] } | null>(null);
  /** The moment each answer was asked for. */
  #at: Partial<Record<Kind, Moment>> = {};
  #rangeAt: object = {};
  #ridesAt: object = {};
  /** Of the past: what is still to be asked, and what has been told. */
  #wanted: Kind[] = [];
  #asking = false;
  #told = new WeakMap<Diagram, Partial<Answers>>();

  readonly supplyOf: ReadonlyMap<UnitId, UnitSupplyView> = $derived.by(() =>
    byUnit([...(this.german?.units ?? []), ...(this.soviet?.units ?? [])]),
  );

  constructor(
    private readonly game: Game,
    private readonly inquire: Inquire = answers.inquire,
    private readonly rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  ) {}

  /** Have these up to date; call it in an effect, which then follows what is shown. */
  want(...kinds: Kind[]) {
    const { shown, stage, linkState } = this.game;
    // During an animation the board lies between two positions, of which neither is drawn: the answers about the last one stay.
    if (!shown || !shown.marks || linkState !== 'open') return;
    untrack(() => {
      for (const kind of kinds) {
        const before = this.#at[kind];
        if (before?.position === shown.position) continue;
        this.#at[kind] = shown;
        if (before && Math.abs(before.ply - shown.ply) > NEAR) this.#forget(kind);
        if (!stage) void this.#askNow(kind, shown);
        else this.#askOf(kind, shown);
      }
    });
  }

  #forget(kind: Kind) {
    this[kind] = null;
  }

  #take<K extends Kind>(kind: K, answer: Answers[K], of: Moment) {
    if (this.#at[kind]?.position === of.position) (this as { [of in Kind]: unknown })[kind] = answer;
  }

  async #askNow(kind: Kind, now: Moment) {
    try {
      if (kind === 'areas') this.#take(kind, await this.game.ask('areas', 'areas'), now);
      else if (kind === 'cup') this.#take(kind, await this.game.ask('cup', 'cup'), now);
      else this.#take(kind, await this.game.ask('supply', QUESTIONS[kind]), now);
    } catch (error) {
      if (this.#at[kind] === now) delete this.#at[kind];
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #askOf(kind: Kind, then: Moment) {
    const told = this.#told.get(then.position)?.[kind];
    if (told) return this.#take(kind, told as never, then);
    if (!this.#wanted.includes(kind)) this.#wanted.push(kind);
    if (!this.#asking) void this.#askPast();
  }

  /** One request at a time, each about the moment then shown. */
  async #askPast() {
    this.#asking = true;
    // All that want something of this moment are asked for at once.
    await Promise.resolve();
    while (this.#wanted.length) {
      const kinds = this.#wanted;
      this.#wanted = [];
      const then = this.#at[kinds[0]];
      if (!then) continue;
      try {
        const answers = await this.inquire(
          then.position,
          kinds.map((kind) => QUESTIONS[kind]),
        );
        kinds.forEach((kind, i) => this.#keep(kind, answers[i], then));
      } catch (error) {
        for (const kind of kinds) delete this.#at[kind];
        if (!(error instanceof Refusal)) throw error;
      }
      await this.rest(PAST_MS);
    }
    this.#asking = false;
  }

  #keep(kind: Kind, answer: Answer, then: Moment) {
    const told = Object.values(answer)[0] as never;
    this.#told.set(then.position, { ...this.#told.get(then.position), [kind]: told });
    this.#take(kind, told, then);
    // Another moment is shown meanwhile.
    const now = this.#at[kind];
    if (now && this.game.stage && now.position !== then.position) this.#askOf(kind, now);
  }

  /** How far units of one hex, of either side, could go in their next own phase. */
  async wantRange(units: readonly UnitId[]) {
    const { shown, stage } = this.game;
    if (!shown?.marks) return;
    const key = { position: shown.position, units: units.join() };
    if (same(this.#rangeAt, key)) return;
    this.#rangeAt = key;
    const ask: Ask = { range: { units: [...units] } };
    const asked = stage
      ? this.inquire(shown.position, [ask]).then(([answer]) => (answer as { range: RangeView }).range)
      : this.game.ask('range', ask);
    const range = await this.#unlessRefused(asked);
    if (this.#rangeAt === key) this.range = { units: key.units, range };
  }

  /** Where units of one hex can ride, if they move now. */
  async wantRides(units: readonly UnitId[]) {
    const key = { position: this.game.live?.position, units: units.join() };
    if (same(this.#ridesAt, key)) return;
    this.#ridesAt = key;
    const reach = await this.#unlessRefused(this.game.ask('reach', { reach: { units: [...units] } }));
    if (this.#ridesAt === key) this.rides = { units: key.units, rail: reach ? ridesOf(reach.start, reach.rail) : [] };
  }

  async #unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}

const same = (a: object, b: { position: unknown; units: string }) =>
  'units' in a && 'position' in a && a.units === b.units && a.position === b.position;
