// Carries out standing orders at the start of a Movement Phase. The server says where units can go; an enemy in reach ends the
// order.
import { distance, type Hex } from '../../lib/hex';
import { reachOf, type Reach, type Walk } from '../../lib/reach';
import type { GameView, Unit } from '../../lib/position';
import { t } from '../../i18n/i18n.svelte';
import { Refusal } from '../../net/api';
import type { Action, Side } from '../../wire/types';
import type { Game } from '../game.svelte';
import { handName } from './names';
import type { Standing, StandingOrder } from './standing.svelte';

/** An enemy, or his zone, that the units could meet in this phase: then the decision is the player's. */
export function enemyNear({ start, targets, barred, hexes }: Reach, board: GameView, side: Side): Hex | null {
  const [target] = targets.keys();
  if (target) return target;
  const zone = [...barred.zone, ...hexes.flatMap(({ hex, stops }) => (stops ? hex : []))];
  if (!zone.length) return null;
  const enemies = [...board.stacks.values()].filter((stack) => stack.side !== side).map(({ hex }) => hex);
  return enemies.sort((a, b) => distance(start, a) - distance(start, b))[0] ?? null;
}

/**
 * The way towards a hex: to it, or to the free hex from which it is nearest; null where none is nearer than the start. `beside` stops
 * next to it, because the stack there may leave no room.
 */
export function wayTowards(reach: Reach, goal: Hex, board: GameView, beside = false): Walk | null {
  const free = reach.hexes.filter(({ hex }) => (hex === goal ? !beside : !board.stacks.has(hex)));
  const away = ({ hex }: Walk) => distance(hex, goal);
  const [best] = free.sort((a, b) => away(a) - away(b) || a.cost - b.cost);
  return best && away(best) < distance(reach.start, goal) ? best : null;
}

/** The outcome of an order. */
type Outcome = { what: 'went' } | { what: 'arrived' } | { what: 'stopped'; why: string } | { what: 'stays' };

export class Errands {
  constructor(
    private readonly game: Game,
    private readonly standing: Standing,
    private readonly side: Side,
    private readonly act: (action: Action) => Promise<boolean>,
  ) {}

  /** The orders that are due in this phase; those whose units are gone or apart are dropped. */
  due(phase: string): StandingOrder[] {
    const ours = this.standing.all.filter((order) => order.ran !== phase && this.#unitsOf(order) !== 'theirs');
    // Stacks that follow move after those that march.
    return [...ours].sort((a, b) => Number(a.errand.kind === 'follow') - Number(b.errand.kind === 'follow'));
  }

  /** Carry them out; returns a sentence for each that ended. */
  async run(phase: string): Promise<{ went: number; told: string[] }> {
    const told: string[] = [];
    let went = 0;
    for (const order of this.due(phase)) {
      const units = this.#unitsOf(order);
      if (!Array.isArray(units)) {
        this.standing.drop(order.units);
        continue;
      }
      const name = handName(units);
      const from = units[0].hex ?? '';
      const outcome = await this.#one(order, units);
      const hex = this.game.board?.units.get(units[0].id)?.hex ?? from;
      if (hex !== from) went++;
      if (outcome.what === 'stopped') told.push(t('standing.stopped', { name, hex, why: outcome.why }));
      if (outcome.what === 'arrived') told.push(t('standing.arrived', { name, hex }));
      if (outcome.what === 'stopped' || outcome.what === 'arrived') this.standing.drop(order.units);
      else this.standing.give({ ...(this.standing.of(order.units[0]) ?? order), ran: phase });
    }
    return { went, told };
  }

  /** The units of an order, if they are together in a hex; otherwise that they are apart, gone or the other side's. */
  #unitsOf({ units }: StandingOrder): Unit[] | 'apart' | 'theirs' {
    const there = units.map((id) => this.game.board?.units.get(id));
    if (there.some((unit) => unit && unit.side !== this.side)) return 'theirs';
    const here = there.filter((unit) => unit !== undefined && unit.hex !== null);
    const together = here.length === units.length && new Set(here.map((unit) => unit?.hex)).size === 1;
    return together ? (here as Unit[]) : 'apart';
  }

  async #one(order: StandingOrder, units: readonly Unit[]): Promise<Outcome> {
    const reach = await this.#reach(order);
    if (!reach) return { what: 'stays' };
    const { board } = this.game;
    const enemy = board && enemyNear(reach, board, this.side);
    if (enemy) return { what: 'stopped', why: t('standing.enemy', { hex: enemy }) };
    const { errand } = order;
    if (errand.kind === 'hold') return { what: 'stays' };
    if (errand.kind === 'march') return this.#march(order, errand.route, reach);
    const whom = this.game.board?.units.get(errand.whom)?.hex;
    if (!whom) return { what: 'stopped', why: t('standing.lost') };
    if (distance(units[0].hex ?? whom, whom) <= 1) return { what: 'stays' };
    return this.#step(order, reach, whom, true);
  }

  /** From waypoint to waypoint, as long as the points last. */
  async #march(order: StandingOrder, route: readonly Hex[], first: Reach): Promise<Outcome> {
    let reach: Reach | null = first;
    let left = [...route];
    while (reach && left.length) {
      const [goal] = left;
      if (reach.start !== goal) {
        const outcome = await this.#step(order, reach, goal, false);
        const hex = this.game.board?.units.get(order.units[0])?.hex;
        if (hex !== goal) return outcome;
      }
      left = left.slice(1);
      if (left.length) this.standing.give({ ...order, errand: { kind: 'march', route: left } });
      reach = left.length ? await this.#reach(order) : null;
    }
    return left.length ? { what: 'went' } : { what: 'arrived' };
  }

  async #step(order: StandingOrder, reach: Reach, goal: Hex, beside: boolean): Promise<Outcome> {
    const { board } = this.game;
    const way = board && wayTowards(reach, goal, board, beside);
    if (!way)
      return reach.hexes.length ? { what: 'stopped', why: t('standing.no-way', { hex: goal }) } : { what: 'stays' };
    const done = await this.act({ move: { units: [...order.units], path: [...way.path] } });
    return done ? { what: 'went' } : { what: 'stopped', why: t('standing.refused') };
  }

  /** Null where the units cannot move at all: they wait for the next phase. */
  async #reach({ units }: StandingOrder): Promise<Reach | null> {
    try {
      return reachOf(await this.game.ask('reach', { reach: { units: [...units] } }));
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
