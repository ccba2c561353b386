// Units in hand: who is picked, where they can go from there, the waypoints so far, and what a hex aimed at would mean.
import { centre, distance, type Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import { t } from '../../i18n/i18n.svelte';
import type { UnitId } from '../../wire/types';
import { faultOf } from '../../net/api';
import type { Fault } from '../../net/fault';
import { PlayMode } from './base.svelte';
import { firstPick, nextStack } from './hand';
import { movers } from './legal';
import { forget, memoryOf, type Memory } from './memory';
import { handName } from './names';
import { marches, planOf, type March, type Course } from './plan';
import { pointsLeft } from './points';
import { RequestCache } from './requests';
import { reachOf, type Reach } from '../../lib/reach';
import { setOf } from '../../lib/sets';
import { RAIL_CAPACITY } from '../../wire/figures';

const NONE: ReadonlyMap<Hex, readonly Hex[]> = new Map();

export abstract class HoldMode extends PlayMode {
  protected readonly memory: Memory = memoryOf(this.desk);
  /** Units in hand, all in one hex. */
  hand = $state.raw<readonly UnitId[]>([]);
  reach = $state.raw<Reach | null>(null);
  /** Why the units in hand cannot move. */
  stuck = $state.raw<Fault | null>(null);
  /** The march so far, from waypoint to waypoint. */
  legs = $state.raw<readonly March[]>([]);
  /** The reach after a new waypoint has been asked for; until it comes the old one stands. */
  protected turning: Promise<void> | null = null;
  byRail = $state(false);
  /** The hex under the pointer: a glance at it cancels nothing. */
  hovered = $state<Hex | null>(null);
  /** The hex aimed at, until the player aims elsewhere or cancels the aim. */
  aim = $state<Hex | null>(null);
  /** The units that can still move; until the server has listed them, those that can act at all. */
  readonly able = $derived.by(() => {
    const { legal, shown } = this.game;
    return legal ? movers(legal) : setOf(shown?.marks?.can_act ?? []);
  });
  readonly units = $derived.by<Unit[]>(() => this.unitsOf(this.hand));
  readonly start = $derived<Hex | null>(this.units[0]?.hex ?? null);
  /** Half-points left to the unit that has the fewest, after the waypoints. */
  readonly left = $derived(this.reach?.left ?? pointsLeft(this.units));
  readonly via = $derived(this.legs.map((leg) => leg.to));
  /** Where the next leg begins. */
  readonly from = $derived(this.via.at(-1) ?? this.start);
  readonly plan = $derived.by<Course | null>(() => (this.aim ? this.planTo(this.aim) : null));
  /** What the hex under the pointer would mean. */
  readonly glance = $derived.by<Course | null>(() => (this.hovered ? this.planTo(this.hovered) : null));
  /** What is drawn and described: the aim, or without one the glance. */
  readonly lookedAt = $derived(this.aim ?? this.hovered);
  readonly looked = $derived(this.aim ? this.plan : this.glance);

  /** Enemy hexes that can be overrun from where a march may end, with those hexes, the best first. */
  get targets(): ReadonlyMap<Hex, readonly Hex[]> {
    return this.reach?.targets ?? NONE;
  }

  #asked = new RequestCache<Reach>();
  override get picked() {
    return setOf(this.hand);
  }

  override get undone() {
    return [...(this.board?.units.values() ?? [])].filter(
      (unit) => this.able.has(unit.id) && !unit.marks.has('moved') && unit.side === this.side,
    );
  }

  get name(): string {
    return handName(this.units);
  }
  /** A stack that a click could take up instead of going there. */
  takeable(hex: Hex): boolean {
    const stack = this.ownStack(hex);
    return stack !== null && firstPick(stack, this.able).length > 0;
  }

  /** Rail capacity left in this phase, as the server counts it. */
  get trainsLeft(): number {
    return Math.max(0, RAIL_CAPACITY - (this.game.shown?.position.rail_used ?? 0));
  }

  /** An enemy who could be overrun from the place aimed at, or from where the units stand. */
  get nearTarget(): Hex | null {
    const { plan } = this;
    const from = plan && 'to' in plan && !plan.overrun ? plan.to : this.start;
    if (!from) return null;
    return [...this.targets].find(([hex, ways]) => distance(hex, from) === 1 && ways.includes(from))?.[0] ?? null;
  }

  /** Can all units in hand ride somewhere? */
  get rideable(): boolean {
    return this.reach !== null && canRide(this.reach);
  }

  /** Why they cannot ride, where that is worth saying. */
  get railFault() {
    return this.reach?.rail.find((r) => r.refused)?.refused ?? null;
  }

  planTo(hex: Hex): Course | null {
    if (!this.start || hex === this.from) return null;
    return planOf(hex, {
      reach: this.reach,
      left: this.left,
      byRail: this.byRail,
      rideable: this.rideable,
      ridden: this.ridden(this.units),
    });
  }

  grabs(hex: Hex): boolean {
    const stack = this.ownStack(hex);
    if (!stack) return false;
    const units = this.start === hex ? [...this.hand] : firstPick(stack, this.able);
    if (units.length) this.ask(units, []).catch(() => {});
    return units.length > 0;
  }

  /** Ask where the stack of a hex could go, before it is picked; null if there is nothing to ask or the answer is there. */
  prefetch(hex: Hex): Promise<unknown> | null {
    const stack = this.ownStack(hex);
    const units = stack && hex !== this.start ? firstPick(stack, this.able) : [];
    return units.length && !this.#asked.known(questionOf(units, [])) ? this.ask(units, []) : null;
  }

  take(units: readonly UnitId[]) {
    this.reset();
    this.hand = units;
    forget(this.memory);
    if (!units.length) return;
    const hex = this.start;
    if (hex) {
      this.memory.at = hex;
      this.desk.inspect(hex);
      this.desk.say(t('play.taken', { name: this.name, hex }));
    }
    void this.survey();
  }

  takeStack(hex: Hex) {
    const stack = this.ownStack(hex);
    if (!stack) return;
    const units = firstPick(stack, this.able);
    if (units.length) return this.take(units);
    // No unit there can do anything: the server says why.
    this.take([]);
    this.desk.inspect(hex);
    if (this.game.legal) void this.tellStuck(stack.units.slice(0, 1).map((u) => u.id));
  }

  pickUnit(unit: UnitId, add: boolean) {
    const one = this.board?.units.get(unit);
    if (!one || one.side !== this.side) return;
    if (!this.able.has(unit)) return void this.tellStuck([unit]);
    if (!add || one.hex !== this.start) return this.#takeOf(one.hex, [unit]);
    this.toggle(unit);
  }

  /** A fanned-out stack stays so while units are picked from it one by one. */
  #takeOf(hex: Hex | null, units: readonly UnitId[]) {
    const { fan } = this.desk;
    this.take(units);
    if (fan === hex) this.desk.fan = fan;
  }

  /** Add a unit of the same hex to those in hand, or leave it out. */
  toggle(unit: UnitId) {
    const one = this.board?.units.get(unit);
    if (!one) return;
    if (one.hex !== this.start) return this.#takeOf(one.hex, [unit]);
    if (!this.hand.includes(unit) && !this.able.has(unit)) return void this.tellStuck([unit]);
    this.#takeOf(one.hex, this.hand.includes(unit) ? this.hand.filter((u) => u !== unit) : [...this.hand, unit]);
  }

  /** Has the player already said what this unit is to do? */
  protected abstract settled(unit: UnitId): boolean;
  /** The stack that comes to hand next. */
  upcoming(back = false): Hex | null {
    if (!this.board) return null;
    const fresh = setOf(this.undone.map((u) => u.id));
    const able = fresh.size ? fresh : setOf([...this.able].filter((id) => !this.settled(id)));
    // What has to be done comes first.
    const due = this.dutyHex !== this.start && !back ? this.ownStack(this.dutyHex) : null;
    if (due?.units.some((u) => this.able.has(u.id))) return due.hex;
    return nextStack(this.board.stacks.values(), able, this.start ?? this.memory.at, back);
  }
  next(back: boolean) {
    const hex = this.upcoming(back);
    if (!hex) return;
    this.desk.grace.after(this.prefetch(hex), () => {
      this.takeStack(hex);
      this.#bringIn(hex);
    });
  }

  protected reset() {
    this.reach = null;
    this.stuck = null;
    this.legs = [];
    this.byRail = false;
    this.aim = null;
    this.ending = false;
    this.desk.fan = null;
  }

  /** The most rail points any of the units has spent. */
  protected ridden(units: readonly Unit[]): number {
    return Math.max(0, ...units.map((u) => (u.marks.has('rode') ? u.spent : 0)));
  }
  protected hasEnemy(hex: Hex): boolean {
    const stack = this.stackAt(hex);
    return stack !== null && stack.side !== this.side;
  }

  protected ask(units: readonly UnitId[], legs: readonly March[]): Promise<Reach> {
    const question = { units: [...units], ...(legs.length && { after: marches(units, legs) }) };
    return this.#asked.get(questionOf(units, legs), () => this.game.ask('reach', { reach: question }).then(reachOf));
  }

  /** Ask where the units in hand can go. */
  async survey() {
    const { hand, legs } = this;
    try {
      // An answer that is already here is shown together with the pick.
      const reach = this.#asked.known(questionOf(hand, legs)) ?? (await this.ask(hand, legs));
      if (this.hand !== hand || this.legs !== legs) return;
      this.reach = reach;
      this.stuck = null;
      // A unit that has ridden goes on by rail or not at all.
      if (!reach.hexes.length && this.rideable) this.byRail = true;
    } catch (error) {
      if (this.hand === hand && this.legs === legs) this.stuck = faultOf(error);
    }
  }

  protected async tellStuck(units: UnitId[]) {
    try {
      const reach = await this.ask(units, []);
      if (reach.barred.stuck) this.desk.refuse(reach.barred.stuck);
      else this.tell(t('play.spent'));
    } catch (error) {
      this.desk.refuse(faultOf(error));
    }
  }

  hover(hex: Hex | null) {
    this.hovered = hex;
  }
  /** The keyboard's hex is what it aims at. */
  cursor(hex: Hex) {
    this.hovered = hex;
    this.aim = this.hand.length && hex !== this.start ? hex : null;
  }

  async addWaypoint(plan: March) {
    if (plan.kind !== 'walk' || plan.overrun || plan.stops) return this.tell(t('play.waypoint.not'));
    this.legs = [...this.legs, plan];
    this.aim = null;
    this.turning = this.survey();
    await this.turning;
    this.turning = null;
    if (!this.stuck) return;
    this.desk.refuse(this.stuck);
    this.legs = this.legs.slice(0, -1);
    await this.survey();
  }

  /** Show the unit with room for its reach around it; the keyboard's hex goes there too, so that the arrow keys aim from it. */
  #bringIn(hex: Hex) {
    this.desk.map?.setCursor(hex);
    this.makeRoom(hex);
  }

  /** Move the map so that the hex has room around it. */
  protected makeRoom(hex: Hex) {
    const { map, view } = this.desk;
    if (!map || !view) return;
    const [x, y] = centre(hex);
    const [across, down] = [(x - view.x) / view.width, (y - view.y) / view.height];
    if (Math.min(across, down) < EDGE || Math.max(across, down) > 1 - EDGE) map.centreOn(hex);
  }
}

/** Can all of the units ride somewhere? */
export const canRide = ({ rail }: Reach) => rail.length > 0 && rail.every((r) => r.hexes.length > 0);

/** Identifies a question. */
const questionOf = (units: readonly UnitId[], legs: readonly March[]) =>
  [...units].sort().join(' ') + '|' + legs.flatMap((leg) => leg.path).join(' ');

/** A unit in this outer part of the map has its reach cut off. */
const EDGE = 0.25;
