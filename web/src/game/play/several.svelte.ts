// Several stacks in hand: gathered with Shift, with a lasso or one by one, and sent to one hex or each by the same way. Those that
// cannot get there stay, with the reason, and remain in hand.
import { shifted, type Hex } from '../../lib/hex';
import { mapOf, setOf, withEntry } from '../../lib/sets';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import { faultOf } from '../../net/api';
import type { Fault } from '../../net/fault';
import { reachOf, type Reach } from '../../lib/reach';
import type { Action, UnitId } from '../../wire/types';
import { firstPick } from './hand';
import { canRide, HoldMode } from './holding.svelte';
import { forget } from './memory';
import { planOf, type Course, type March } from './plan';

/** Units of one hex that go together. */
export interface Party {
  hex: Hex;
  units: readonly UnitId[];
}
/** A party and where it would go; no plan if it is there already, or nothing is known yet. */
export interface Sending extends Party {
  to: Hex | null;
  plan: Course | null;
}

export abstract class SeveralMode extends HoldMode {
  /** The stacks in hand beside the first, in the order in which they were taken. */
  others = $state.raw<readonly Party[]>([]);
  /** A click on another stack, or a lasso, takes it along: for touch screens, which have no Shift. */
  gathering = $state(false);
  /** Each goes the same way as the first, instead of all to one hex. */
  abreast = $state(false);
  /** What the server says of each of the others. */
  #reaches = $state.raw(mapOf<Hex, Reach | Fault>([]));

  /** Where each stack in hand would go; nothing with one alone, or without an aim. */
  readonly sendings = $derived.by<Sending[]>(() => {
    const { aim, start, others } = this;
    if (!aim || !start || !others.length) return [];
    const first = { hex: start, units: this.hand, to: aim, plan: aim === start ? null : this.plan };
    return [first, ...others.map((party) => this.#sending(party, start, aim))];
  });
  /** How many of them can go. */
  readonly going = $derived(this.sendings.filter(({ plan }) => plan && 'path' in plan).length);

  #sending(party: Party, start: Hex, aim: Hex): Sending {
    const to = this.abreast ? shifted(party.hex, start, aim) : aim;
    if (!to) return { ...party, to, plan: { fault: { code: 'barred_beyond', facts: { hex: party.hex } } } };
    const reach = this.#reaches.get(party.hex);
    if (!reach || to === party.hex) return { ...party, to, plan: null };
    return { ...party, to, plan: 'start' in reach ? this.#planFor(party.units, to, reach) : { fault: reach } };
  }

  #planFor(ids: readonly UnitId[], to: Hex, reach: Reach): Course | null {
    const rideable = canRide(reach);
    return planOf(to, {
      // Several stacks cannot overrun together.
      reach: { ...reach, targets: NOBODY },
      left: reach.left,
      byRail: rideable && (this.byRail || !reach.hexes.length),
      rideable,
      ridden: this.ridden(this.unitsOf(ids)),
    });
  }

  override get picked() {
    return setOf([...this.hand, ...this.others.flatMap(({ units }) => units)]);
  }
  override get name(): string {
    return this.others.length ? t('play.name.stacks', { n: this.others.length + 1 }) : super.name;
  }

  /** Does a drag draw a lasso? */
  gathers(shift: boolean): boolean {
    return (shift || this.gathering) && this.able.size > 0;
  }
  /** Takes all of one's own stacks in these hexes in hand as well. */
  lasso(hexes: readonly Hex[]) {
    const inHand = setOf([this.start, ...this.others.map(({ hex }) => hex)]);
    for (const hex of hexes) if (!inHand.has(hex) && this.takeable(hex)) this.add(hex);
  }

  /** Take a stack along, or leave it out again. */
  add(hex: Hex) {
    const stack = this.ownStack(hex);
    const units = stack ? firstPick(stack, this.able) : [];
    if (!stack || !units.length) return;
    if (!this.hand.length) return this.take(units);
    if (hex === this.start) return this.#lead();
    const without = this.others.filter((party) => party.hex !== hex);
    if (without.length < this.others.length) this.others = without;
    else this.#join({ hex, units });
  }
  #join(party: Party) {
    if (this.legs.length) {
      // Waypoints belong to one march.
      this.legs = [];
      void this.survey();
    }
    this.others = [...this.others.filter(({ hex }) => hex !== party.hex), party];
    this.desk.say(t('play.taken', { name: this.name, hex: party.hex }));
    void this.#survey(party);
  }
  /** Leaves the first out: the next one leads. */
  #lead() {
    const [next, ...rest] = this.others;
    this.take(next?.units ?? []);
    this.others = rest;
    for (const party of rest) void this.#survey(party);
  }

  async #survey({ hex, units }: Party) {
    let known: Reach | Fault;
    try {
      known = await this.ask(units, []);
    } catch (error) {
      known = faultOf(error);
    }
    this.#reaches = withEntry(this.#reaches, hex, known);
  }

  /** A counter of another stack, with Shift: only that unit comes along. */
  override pickUnit(unit: UnitId, add: boolean) {
    const one = this.board?.units.get(unit);
    const apart = add && one?.hex && one.hex !== this.start && this.hand.length && this.able.has(unit);
    if (!apart || !one.hex) return super.pickUnit(unit, add);
    const there = this.others.find(({ hex }) => hex === one.hex)?.units ?? [];
    const units = there.includes(unit) ? there.filter((u) => u !== unit) : [...there, unit];
    if (units.length) this.#join({ hex: one.hex, units });
    else this.others = this.others.filter(({ hex }) => hex !== one.hex);
  }
  override toggle(unit: UnitId) {
    const { others, start } = this;
    super.toggle(unit);
    if (this.start === start) this.others = others;
  }

  /** One after another; the next only if it still can. */
  async sendAll() {
    const orders = this.sendings;
    const { memory } = this;
    if (!this.going || this.game.busy) return;
    memory.at = this.aim;
    const stayed: { party: Party; fault: Fault }[] = [];
    await this.game.carry(async () => {
      for (const { hex, units, to, plan } of orders) {
        if (to === hex) continue;
        const fault = plan && 'fault' in plan ? plan.fault : to ? await this.#send(units, to) : null;
        if (fault) stayed.push({ party: { hex, units }, fault });
      }
      const [first, ...rest] = stayed.map(({ party }) => party);
      forget(memory);
      memory.hand = first?.units ?? [];
      memory.others = rest;
    });
    if (!stayed.length) return;
    const whys = stayed.map(({ party, fault }) =>
      t('play.several.why', { hex: party.hex, why: tellFault(fault, this.board) }),
    );
    const gone = orders.length - stayed.length;
    this.tell(t('play.several.stayed', { gone, n: orders.length, why: whys.join(t('list.stop')) }));
  }
  /** Asks again for those still to go, since others have moved; returns why they stay, if they do. */
  async #send(units: readonly UnitId[], to: Hex): Promise<Fault | null> {
    try {
      const reach = reachOf(await this.game.ask('reach', { reach: { units: [...units] } }));
      const plan = this.#planFor(units, to, reach);
      if (!plan) return null;
      if ('fault' in plan) return plan.fault;
      for (const action of ordersOf(units, plan)) await this.game.act(action);
      return null;
    } catch (error) {
      return faultOf(error);
    }
  }

  /** The stacks that the last order left in hand. */
  protected resumeOthers(others: readonly Party[]) {
    this.others = others;
    for (const party of others) void this.#survey(party);
  }
  protected override reset() {
    super.reset();
    this.others = [];
    this.abreast = false;
    this.gathering = false;
  }
  /** One step back: puts down the stack that was taken last. */
  protected dropLast(): boolean {
    if (this.gathering) {
      this.gathering = false;
      return true;
    }
    if (!this.others.length) return false;
    this.others = this.others.slice(0, -1);
    return true;
  }
}

/** A march is one action, a ride one for each unit. */
const ordersOf = (units: readonly UnitId[], march: March): Action[] =>
  march.kind === 'ride'
    ? march.rides.map(({ unit, path }) => ({ ride: { unit, path } }))
    : [{ move: { units: [...units], path: [...march.path] } }];

const NOBODY: ReadonlyMap<Hex, never[]> = mapOf([]);
