// The coach of the first games: one sentence when the player is about to miss something costly. It knows no rules: supply and reach
// are the referee's answers.
import { distance, type Hex } from '../../lib/hex';
import type { Stack } from '../../lib/position';
import { reachOf } from '../../lib/reach';
import { setOf } from '../../lib/sets';
import { hexFacts } from '../../lib/terrain';
import { t, type Key } from '../../i18n/i18n.svelte';
import { Refusal } from '../../net/api';
import { COACH_KINDS, settings, type CoachKind } from '../../settings/settings.svelte';
import type { Side } from '../../wire/types';
import { objectivesOf } from '../see/drawn';
import { handName } from '../play/names';
import type { Screen } from '../screen.svelte';

export interface Advice {
  kind: CoachKind;
  text: string;
  /** What it is about: shown by "show me", and not mentioned twice in a turn. */
  hex: Hex;
}

/** Farther away than any division goes in a phase; nearer ones are asked about. */
const NEAR = 14;
/** Stacks asked about for one city: the nearest are the likeliest. */
const STACKS = 3;

export class Coach {
  advice = $state.raw<Advice | null>(null);
  /** What was closed, by turn, kind and hex. */
  #said: string[] = [];
  #asked = 0;

  constructor(private readonly screen: Screen) {}

  /** Does it speak in this game at all? Only for a player against a program, and unless he switched it off. */
  get present(): boolean {
    const { game } = this.screen;
    const seats = game.view?.seats;
    const [side] = game.you;
    if (!seats || game.you.length !== 1 || game.over) return false;
    const other = seats[side === 'german' ? 'soviet' : 'german'];
    const machine = typeof other === 'object' && 'program' in other;
    return machine && (settings().coach === 'always' || (settings().coach === 'first' && isEarly(game.id)));
  }

  /** Look at the position again; call it when a question of a Movement Phase is asked. */
  async look(): Promise<void> {
    const n = ++this.#asked;
    this.advice = null;
    count(this.screen.game.id);
    const found = await this.#find(() => n === this.#asked).catch((error: unknown) => {
      // Without an answer it keeps quiet.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (n === this.#asked) this.advice = found;
  }
  /** The player does something else: the hint goes away. */
  hush() {
    this.#asked++;
    this.advice = null;
  }
  /** The player closed the hint. */
  dismiss() {
    if (this.advice) this.#said.push(this.#name(this.advice));
    void this.look();
  }

  #name = ({ kind, hex }: { kind: CoachKind; hex: Hex }) => `${this.screen.game.now?.turn} ${kind} ${hex}`;
  #fresh = (kind: CoachKind, hex: Hex) => !this.#said.includes(this.#name({ kind, hex }));

  async #find(still: () => boolean): Promise<Advice | null> {
    for (const kind of COACH_KINDS) {
      if (!settings().coachKinds[kind]) continue;
      const found = await this.#of(kind);
      if (found || !still()) return found;
    }
    return null;
  }
  #of(kind: CoachKind): Promise<Advice | null> {
    if (kind === 'take') return this.#take();
    return kind === 'open' ? this.#open() : this.#supply();
  }

  /** A German division out of supply: after its last movement of the turn nothing else would help it. */
  async #supply(): Promise<Advice | null> {
    const { game } = this.screen;
    if (game.decision?.side !== 'german' || !game.board) return null;
    const { out_of_supply } = await game.ask('supply', { supply: { side: 'german' } });
    const out = setOf(out_of_supply);
    for (const stack of game.board.stacks.values()) {
      const units = stack.units.filter((unit) => out.has(unit.id) && unit.division);
      if (units.length && this.#fresh('supply', stack.hex)) {
        return { kind: 'supply', hex: stack.hex, text: t('coach.supply', { name: handName(units), hex: stack.hex }) };
      }
    }
    return null;
  }

  /** A city of one's own, empty, that an enemy could walk into in his next Movement Phase. */
  async #open(): Promise<Advice | null> {
    const side = this.screen.game.decision?.side;
    if (!side) return null;
    for (const { hex, points } of this.#empty(side)) {
      for (const stack of this.#nearest(hex, (other) => other.side !== side)) {
        const ids = stack.units.map((unit) => unit.id);
        const range = await this.screen.game.ask('range', { range: { units: ids } });
        if (range.hexes.some(([there]) => there === hex)) return this.#told('open', hex, points, stack);
      }
    }
    return null;
  }

  /** A city of the enemy's, empty, that one's own units reach in this phase. */
  async #take(): Promise<Advice | null> {
    const { game } = this.screen;
    const side = game.decision?.side;
    if (!side) return null;
    const able = setOf(game.shown?.marks?.can_act ?? []);
    for (const { hex, points } of this.#empty(side === 'german' ? 'soviet' : 'german')) {
      for (const stack of this.#nearest(hex, (one) => one.side === side && one.units.some((u) => able.has(u.id)))) {
        const ids = stack.units.flatMap((unit) => (able.has(unit.id) ? unit.id : []));
        const reach = reachOf(await game.ask('reach', { reach: { units: ids } }));
        if (reach.hexes.some((walk) => walk.hex === hex)) return this.#told('take', hex, points, stack);
      }
    }
    return null;
  }

  /** The empty hexes of a side's objectives, the most valuable first. */
  #empty(holder: Side): { hex: Hex; points: number }[] {
    const { board } = this.screen.game;
    if (!board) return [];
    return objectivesOf(board)
      .flatMap(({ hexes, points }) => hexes.map((hex) => ({ hex, points })))
      .filter(({ hex }) => board.germanControl.has(hex) === (holder === 'german') && !board.stacks.has(hex))
      .sort((a, b) => b.points - a.points);
  }
  #nearest(hex: Hex, fits: (stack: Stack) => boolean): Stack[] {
    const stacks = [...(this.screen.game.board?.stacks.values() ?? [])].filter(fits);
    const away = (stack: Stack) => distance(stack.hex, hex);
    const near = stacks.filter((stack) => away(stack) <= NEAR);
    return near.sort((a, b) => away(a) - away(b)).slice(0, STACKS);
  }
  #told(kind: CoachKind, hex: Hex, points: number, stack: Stack): Advice | null {
    if (!this.#fresh(kind, hex)) return null;
    const { place } = hexFacts(hex);
    const named = place ? t(`place.${place}` as Key) : t('coach.place');
    return {
      kind,
      hex,
      text: t(`coach.${kind}`, { place: named, hex, name: handName(stack.units), from: stack.hex, points }),
    };
  }
}

/** The number of games with the coach, unless the player chose otherwise. */
const FIRST = 3;
const KEY = 'pgg-coached';

function accompanied(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
/** Is this one of the first games of this browser? */
function isEarly(game: string): boolean {
  const games = accompanied();
  return games.includes(game) || games.length < FIRST;
}
/** Counts this game as one of those with the coach. */
function count(game: string) {
  const games = accompanied();
  if (games.includes(game) || games.length >= FIRST) return;
  try {
    localStorage.setItem(KEY, [...games, game].join(' '));
  } catch {
    // Without storage every game is one of the first.
  }
}
