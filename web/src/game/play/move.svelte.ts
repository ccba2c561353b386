// A Movement Phase: marches, rides, overruns and rail cuts by the units in hand, and what is picked, dragged and typed.
import type { Hex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import { heard } from '../../settings/keys.svelte';
import { settings } from '../../settings/settings.svelte';
import type { Action, Decision, UnitId } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import type { Command, Prompt } from '../mode';
import { confirmEnd, moveCommands } from './commands';
import { OrderMode } from './ordering.svelte';
import { actionsOf, overrunners } from './legal';
import { forget } from './memory';
import { obeyMove } from './orders';
import { marches, type March, type Course } from './plan';
import { movePrompt } from './prompts';
import { setOf } from '../../lib/sets';
import { waitingIn } from './tray';
import type { Order } from './typed';
import MoveBeside from './MoveBeside.svelte';
import MoveOver from './MoveOver.svelte';
import MovePanel from './MovePanel.svelte';
import MoveUnder from './MoveUnder.svelte';

export class MoveMode extends OrderMode {
  readonly layers = { under: MoveUnder, over: MoveOver, panel: MovePanel, beside: MoveBeside };
  /** The enemy that the units in hand are about to overrun, after a march if they are not beside him; the odds are shown. */
  overrunning = $state.raw<{ target: Hex; units: UnitId[]; march: March | null } | null>(null);
  /** The units the player chose in the odds sheet. */
  overrunners = $state.raw<readonly UnitId[]>([]);
  /** The player is asked once more before the die. */
  armed = $state(false);
  /** The cut that may be made or lifted where a unit has just come. */
  readonly cut = $derived(actionsOf(this.game.legal, 'cut_rail')[0]?.hex ?? null);
  readonly lift = $derived(actionsOf(this.game.legal, 'lift_cut')[0]?.hex ?? null);

  constructor(desk: Desk, decision: Decision) {
    super(desk, decision);
    this.#resume();
  }

  override get focus() {
    const target = this.overrunning?.target;
    const others = this.others.map(({ hex }) => hex);
    return [this.start, target, ...others, this.plan && 'to' in this.plan ? this.plan.to : null].filter(
      (h) => h !== null && h !== undefined,
    );
  }

  override get occupied() {
    return this.hand.length > 0 || this.coming.length > 0;
  }
  get wantsPanel() {
    return (
      (this.hand.length > 0 && !this.overrunning) ||
      (this.coming.length > 0 && this.aim !== null) ||
      (this.tray.length > 0 && !this.coming.length && !this.hand.length)
    );
  }

  override get crowded() {
    return this.game.shown?.marks?.crowded ?? [];
  }

  override get worthAsking() {
    return this.undone.length > 0 || waitingIn(this.tray) > 0 || this.crowded.length > 0;
  }
  override get prompt(): Prompt {
    return movePrompt(this);
  }
  override get commands(): Command[] {
    return this.ending ? [confirmEnd(this), this.endCommand] : [...moveCommands(this), this.endCommand];
  }

  /** Go on with what the last action left in memory. */
  #resume() {
    const memory = this.memory;
    const { entered } = memory;
    const others = memory.others.filter(({ units }) =>
      units.every((id) => this.board?.units.get(id)?.side === this.side),
    );
    let units = memory.hand.filter((id) => this.board?.units.get(id)?.side === this.side);
    if (entered) {
      const here = this.stackAt(entered.hex)?.units ?? [];
      units = here.filter((u) => u.side === this.side && !entered.before.has(u.id)).map((u) => u.id);
    }
    forget(memory);
    if (!units.length || setOf(units.map((u) => this.board?.units.get(u)?.hex)).size > 1) return;
    this.hand = units;
    this.resumeOthers(others);
    void this.survey();
  }

  /** The overrun the march was for, if the server still allows it; else why not. */
  async #strike(target: Hex, units: readonly UnitId[]) {
    const able = overrunners(this.game.legalNow, units, target);
    if (able.length !== units.length) return this.explain({ overrun: { units: [...units], target } });
    if (!(await this.act({ overrun: { units: [...units], target } }))) forget(this.memory);
  }

  /** The grammar of clicks: `docs/page.md` has it as a table. */
  pick(info: PointerInfo) {
    const { hex, shift } = info;
    if (this.ending) this.ending = false;
    if (this.coming.length) return this.pickEntry(info);
    if (this.ordering) return this.pickErrand(info);
    if (this.overrunning) {
      // Only the button or Enter throws a die, never a click, which could be an accident.
      if (hex === this.overrunning.target) return;
      this.overrunning = null;
      this.armed = false;
    }
    if (this.gathers(shift) && this.takeable(hex)) return this.add(hex);
    if (!this.hand.length) {
      if (this.ownStack(hex)) this.takeStack(hex);
      else this.look(info);
      return;
    }
    if (hex === this.start && !this.others.length) {
      this.desk.fan = this.desk.fan === hex ? null : hex;
      return;
    }
    void this.#aim(info);
  }

  drag(from: Hex, to: Hex | null, stage: 'move' | 'end' | 'cancel') {
    if (stage === 'cancel') {
      this.hovered = null;
      return;
    }
    if (this.start !== from && !this.others.some((party) => party.hex === from)) this.takeStack(from);
    this.hovered = to;
    const go = { hex: to ?? '', touch: false, shift: false, ctrl: false, go: true };
    if (stage === 'end' && to && to !== from && this.hand.length) void this.#aim(go);
  }

  /** A fast player clicks before the reach is known. */
  async #aim(info: PointerInfo) {
    const { hand } = this;
    if (this.turning) await this.turning;
    if (!this.reach && !this.stuck) await this.survey();
    if (this.hand !== hand) return;
    if (!this.stuck || this.others.length) this.#aimAt(info);
    else if (this.takeable(info.hex)) this.takeStack(info.hex);
    else this.desk.refuse(this.stuck);
  }

  #aimAt(info: PointerInfo) {
    const { hex, shift, go } = info;
    const again = this.aim === hex;
    // A stack where the units in hand may go is a destination like any other; clicked twice it is taken up instead.
    if (again && !go && this.takeable(hex)) return this.takeStack(hex);
    if (this.others.length) {
      if (this.hasEnemy(hex)) return this.tell(t('play.several.enemy', { hex }));
      this.aim = hex;
      if (go || again) void this.sendAll();
      return;
    }
    const plan = this.planTo(hex);
    if (!plan) return this.look(info);
    if (!('path' in plan)) {
      if (this.takeable(hex)) this.takeStack(hex);
      else this.desk.refuse(plan.fault, hex);
      return;
    }
    if (plan.overrun) return this.aimOverrun(plan.overrun);
    if (shift) return void this.addWaypoint(plan);
    if (go || again) return void this.go(plan);
    this.aim = hex;
  }

  /** Aim at an enemy: the odds as they will be after the march to him. */
  aimOverrun(target: Hex) {
    const units = overrunners(this.game.legal, this.hand, target);
    const plan = this.planTo(target);
    this.aim = null;
    if (units.length && !this.legs.length) this.overrunning = { target, units, march: null };
    else if (plan && 'path' in plan) this.overrunning = { target, units: [...this.hand], march: plan };
  }

  /** The march before the overrun, which the question about the odds supposes. */
  get marching(): Action[] {
    const march = this.overrunning?.march;
    return march
      ? marches(
          this.hand,
          [...this.legs, march].filter((leg) => leg.path.length),
        )
      : [];
  }

  async go(plan: Course) {
    if (!('path' in plan) || this.game.busy) return;
    const units = [...this.hand];
    const memory = this.memory;
    memory.at = plan.to;
    memory.marched = this.ends.has(plan.to);
    this.aim = null;
    this.desk.fan = null;
    if (plan.kind === 'ride') await this.#ride(plan.to, plan.rides);
    else {
      const path = [...this.legs, plan].flatMap((leg) => leg.path);
      if (!path.length || !(await this.act({ move: { units, path } }))) return forget(memory);
    }
    // The panel goes along.
    this.desk.inspected = plan.to;
  }

  /** One after another; the next only if it still can. */
  #ride(to: Hex, rides: { unit: UnitId; path: Hex[] }[]) {
    return this.game.carry(() => this.#rideOn(to, rides));
  }
  async #rideOn(to: Hex, rides: { unit: UnitId; path: Hex[] }[]) {
    for (const [i, { unit, path }] of rides.entries()) {
      const action = { ride: { unit, path } };
      if (i > 0) {
        const { refused } = await this.game.ask('check', { check: { action } });
        if (refused) return this.desk.refuse(refused);
      }
      if (!(await this.act(action))) return;
    }
    this.desk.say(t('play.rode', { hex: to }));
  }

  async overrun(units: UnitId[]) {
    if (!this.overrunning || this.game.busy) return;
    if (settings().confirmAttack && !this.armed) {
      this.armed = true;
      return;
    }
    const { target, march } = this.overrunning;
    // The surviving units go on with the points they have.
    const memory = this.memory;
    memory.hand = units;
    memory.at = target;
    if (march) {
      const path = [...this.legs, march].flatMap((leg) => leg.path);
      const all = [...this.hand];
      return this.game.carry(async () => {
        // The whole stack marches, even if some of it stay out of the fight.
        if (path.length && !(await this.act({ move: { units: all, path } }))) return forget(memory);
        await this.#strike(target, units);
      });
    }
    const able = overrunners(this.game.legal, units, target);
    if (able.length !== units.length) return void this.explain({ overrun: { units, target } });
    if (!(await this.act({ overrun: { units, target } }))) forget(memory);
  }

  key(event: KeyboardEvent, cursor: Hex | null): boolean {
    const key = heard(event);
    if (key === 'tab' && cursor && (event.target as Element | null)?.closest('.map-view')) {
      this.next(event.shiftKey);
      return true;
    }
    const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
    const stack = this.ownStack(this.desk.fan ?? this.start ?? this.desk.rested);
    const unit = digit ? stack?.units[digit - 1] : undefined;
    if (!unit) return false;
    this.toggle(unit.id);
    return true;
  }

  override cancel(): boolean {
    if (this.ending) {
      this.ending = false;
      return true;
    }
    if (this.armed) {
      this.armed = false;
      return true;
    }
    if (this.overrunning) {
      this.overrunning = null;
      return true;
    }
    if (this.ordering) {
      this.ordering = this.ordering.length ? this.ordering.slice(0, -1) : null;
      return true;
    }
    if (this.aim) {
      this.aim = null;
      return true;
    }
    if (this.legs.length) {
      this.legs = this.legs.slice(0, -1);
      void this.survey();
      return true;
    }
    // Units that cannot walk ride or do nothing.
    if (this.byRail && (this.coming.length || this.reach?.hexes.length)) {
      this.byRail = false;
      return true;
    }
    if (this.dropLast()) return true;
    if (this.coming.length || this.hand.length) {
      this.take([]);
      return true;
    }
    return super.cancel();
  }

  /** What a screen reader says about a hex, apart from its contents. */
  describe(hex: Hex): string {
    const plan = this.planTo(hex);
    if (!plan) return '';
    if (!('path' in plan)) return tellFault(plan.fault, this.board);
    if (plan.overrun) return t('play.say.overrun', { hex: plan.to });
    const key = plan.kind === 'ride' ? 'play.say.ride' : plan.stops ? 'play.say.stop' : 'play.say.walk';
    return t(key, { n: plan.cost, left: plan.left });
  }

  protected override obey(order: Order): Promise<string | null> {
    return obeyMove(this, order);
  }

  protected override reset() {
    super.reset();
    this.overrunning = null;
    this.overrunners = [];
    this.armed = false;
  }
}
