// Attacks of a Combat Phase: targets and attackers picked in either order, then the odds, then the die.
import type { Hex } from '../../lib/hex';
import { isHex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import { settings } from '../../settings/settings.svelte';
import type { Action, AttackView, LegalView, Odds, UnitId } from '../../wire/types';
import type { Command, Layers, Prompt } from '../mode';
import { faultOf } from '../../net/api';
import { caseOf, type Fault } from '../../net/fault';
import { CombatMode } from './base.svelte';
import { unitsName } from './names';
import { eligible, joinable, parseAttack } from './orders';
import { likeliest, merit } from './results';
import { Plans, type PlannedAttack } from './plans.svelte';
import { repeatsOf, type Repeat } from './repeats';
import AttackBeside from './AttackBeside.svelte';
import AttackOver from './AttackOver.svelte';
import AttackUnder from './AttackUnder.svelte';
import CombatPanel from './CombatPanel.svelte';
import { mapOf, setOf, unique } from '../../lib/sets';
import { MOST_AT_ONCE } from '../../wire/figures';

/** An enemy that can be attacked: by how many units, and the likeliest column once the server has told the odds. */
export interface Possible {
  hex: Hex;
  n: number;
  column: string | undefined;
}

export class AttackMode extends CombatMode {
  targets = $state.raw<readonly Hex[]>([]);
  units = $state.raw<readonly UnitId[]>([]);
  /** Why the attack cannot be made as it stands. */
  refusal = $state.raw<Fault | null>(null);
  /** What each attack would come to with every unit that may take part; filled in as the server answers. */
  prospects = $state.raw<ReadonlyMap<Hex, Odds>>(mapOf([]));
  /** The player has confirmed once, where settings ask for twice. */
  armed = $state(false);
  /** The warning about enemies left out is open. */
  ending = $state(false);
  readonly plans: Plans;
  #asked = 0;
  /** What stood before each hex that was aimed at: one step back leads there. */
  #steps: { targets: readonly Hex[]; units: readonly UnitId[] }[] = [];
  #surveyed: LegalView | null = null;
  #closed = false;

  readonly layers: Layers<never> = {
    under: AttackUnder,
    over: AttackOver,
    beside: AttackBeside,
    panel: CombatPanel,
  } as Layers<never>;

  constructor(...args: ConstructorParameters<typeof CombatMode>) {
    super(...args);
    this.plans = new Plans(this.game.id);
  }

  get attacks(): readonly AttackView[] {
    return this.game.legal?.attacks ?? [];
  }
  get candidates(): UnitId[] {
    return eligible(this.game.legal, this.targets);
  }
  get together(): Hex[] {
    return joinable(this.game.legal, this.targets).filter((hex) => hex !== this.targets[0]);
  }
  /** Hexes from which the chosen units attack. */
  get origins(): Hex[] {
    return unique(this.units.map((id) => this.unit(id)?.hex)).filter((h): h is Hex => !!h);
  }
  /** Targets that the units in hand could attack; all targets when none is in hand. */
  get possible(): Hex[] {
    const inHand = this.units;
    return this.attacks
      .filter((a) => !inHand.length || this.targets.length || inHand.some((u) => a.units.includes(u)))
      .map((a) => a.target);
  }
  /** Plans that can still be carried out, in part at least. */
  get ready(): PlannedAttack[] {
    return this.plans.of(this.view?.turn ?? 0).filter((p) => eligible(this.game.legal, p.targets).length > 0);
  }
  /** Which attacks there are: without the list they would have to be found on the map. */
  get wantsPanel() {
    return this.attacks.length > 0 && !this.targets.length && !this.units.length;
  }
  get panelName() {
    return t('combat.possible', { n: this.attacks.length });
  }
  get picked(): ReadonlySet<UnitId> {
    return setOf(this.units);
  }
  get focus(): readonly Hex[] {
    return [...this.targets, ...this.origins];
  }

  get prompt(): Prompt {
    if (!this.game.legal) return { text: t('combat.prompt.wait') };
    if (!this.attacks.length) return { lead: this.lead ?? t('combat.prompt.lead'), text: t('combat.prompt.none') };
    if (this.targets.length) {
      const lead = t('combat.prompt.target.lead', { hexes: this.targets.join(t('list.comma')) });
      return { lead, text: t('combat.prompt.target'), at: this.targets };
    }
    if (this.units.length && this.view) {
      const hex = this.origins.join(t('list.comma'));
      const lead = t('combat.lead', { name: unitsName(this.view, this.units), hex });
      return { lead, text: t('combat.prompt.units'), at: this.origins };
    }
    const [hex] = this.inOrder;
    const name = this.view ? unitsName(this.view, this.view.stacks.get(hex)?.units.map((u) => u.id) ?? []) : '';
    const text = t('combat.prompt.pick', { name, hex });
    return { lead: this.lead ?? t('combat.prompt.lead'), text, at: this.inOrder };
  }

  get commands(): Command[] {
    const end = { id: 'end_phase', label: t('combat.end'), key: 'e', run: () => this.end() };
    if (this.ending) return [{ ...end, id: 'confirm_end', key: 'enter', primary: true }, end];
    const chosen = this.targets.length > 0;
    const commands: Command[] = [];
    if (chosen) {
      commands.push({
        id: 'attack',
        label: t(this.armed ? 'combat.sure' : 'combat.do.attack'),
        key: 'enter',
        primary: true,
        disabled: this.#obstacle(),
        run: () => void this.confirm(),
      });
    }
    if (this.attacks.length > (chosen ? 1 : 0)) {
      commands.push({ id: 'next_target', label: t('combat.next'), key: 'n', run: () => this.next(1) });
    }
    const again = this.again;
    if (again) {
      const hexes = again.targets.join(t('list.comma'));
      commands.push({ id: 'repeat', label: t('combat.repeat', { hexes }), key: 'w', run: () => this.repeat() });
    }
    // While an attack is possible, ending the phase is not the default: Enter must not do it by accident.
    commands.push({ ...end, primary: !chosen && this.game.legal !== null && !this.attacks.length });
    return commands;
  }

  /** End the phase; while enemies could be attacked they are listed first, if the player wants to be asked. */
  end() {
    if (!this.ending && settings().confirmEnd && this.attacks.length) {
      this.ending = true;
      void this.survey();
      return;
    }
    this.ending = false;
    void this.act('done');
  }
  /** Attack one of the enemies left out after all. */
  take(hex: Hex) {
    this.ending = false;
    this.list(hex);
  }

  /** Attacks made before that can be made again. */
  readonly repeats = $derived.by<Repeat[]>(() => repeatsOf(this.game.entries, this.side, this.game.legal));
  /** The one after that which is aimed at. */
  get again(): Repeat | null {
    const at = this.repeats.findIndex(({ targets }) => targets.join() === this.targets.join());
    return this.repeats[(at + 1) % this.repeats.length] ?? null;
  }
  /** The last attack once more, with those of its units that still may take part; then the one before it. */
  repeat() {
    const { again } = this;
    if (!again) return;
    this.#steps = [];
    this.#set(again.targets, again.units);
    this.desk.goTo(again.targets[0]);
    const { turn, units, missing } = again;
    this.desk.say(t('combat.repeated', { turn, n: units.length, of: units.length + missing.length }));
  }
  /** What was attacked before the page was opened is asked for once. */
  onlegal() {
    if (this.game.entries[0]?.n !== 1 && this.attacks.length) void this.game.history().catch(() => {});
  }

  #obstacle(): Command['disabled'] {
    if (!this.units.length) return { reason: t('combat.odds.nobody') };
    const { refusal } = this;
    return refusal ? { reason: tellFault(refusal), case: caseOf(refusal) } : null;
  }

  pick(info: PointerInfo) {
    const { hex, shift, ctrl } = info;
    this.ending = false;
    const stack = this.view?.stacks.get(hex);
    if (!stack) {
      // A hex that is no target: the aim stays, the hex is shown.
      this.look(info);
      return;
    }
    if (stack.side !== this.side) {
      if (!this.attacks.some((a) => a.target === hex)) return void this.#explainTarget(info);
      // Only the button or Enter throws a die, never a click, which could be an accident.
      if (!this.isOpen(hex)) this.aim(hex, shift || ctrl);
      this.desk.inspect(hex);
      return;
    }
    this.desk.inspect(hex);
    this.takeStack(hex, info);
  }

  /** An enemy hex to attack, alone or together with those already chosen. */
  aim(hex: Hex, add = false) {
    this.armed = false;
    if (add && this.targets.length) {
      const targets = this.targets.includes(hex) ? this.targets.filter((h) => h !== hex) : [...this.targets, hex];
      if (targets.length && !eligible(this.game.legal, targets).length) {
        this.desk.notice = { kind: 'refusal', fault: apart(hex) };
        return;
      }
      this.#steps.push({ targets: this.targets, units: this.units });
      this.#set(targets, this.units);
      return;
    }
    if (this.isOpen(hex)) return;
    this.#steps.push({ targets: this.targets, units: this.units });
    const able = eligible(this.game.legal, [hex]);
    const inHand = this.targets.length ? [] : this.units.filter((u) => able.includes(u));
    const planned = this.ready.find((p) => p.targets[0] === hex);
    if (planned && !inHand.length) this.#set(planned.targets, planned.units);
    else this.#set([hex], inHand.length ? inHand : able);
  }

  /** All of a stack that may take part, or none of them if all did. */
  takeStack(hex: Hex, info?: PointerInfo) {
    const here = this.view?.stacks.get(hex)?.units.map((u) => u.id) ?? [];
    const able = this.targets.length ? this.candidates : unique(this.attacks.flatMap((a) => a.units));
    const joining = here.filter((u) => able.includes(u));
    if (!joining.length) return void this.#explainUnits(here, info);
    const all = joining.every((u) => this.units.includes(u));
    const others = this.units.filter((u) => !here.includes(u));
    // Without a target several stacks are gathered with Shift, else the last one counts.
    const keep = this.targets.length || info?.shift || info?.ctrl ? others : [];
    this.#set(this.targets, all ? others : [...keep, ...joining]);
  }

  pickUnit(unit: UnitId) {
    const able = this.targets.length ? this.candidates : this.attacks.flatMap((a) => a.units);
    if (!able.includes(unit)) {
      if (this.unit(unit)?.side === this.side) void this.#explainUnits([unit]);
      return;
    }
    this.toggle(unit);
  }
  toggle(unit: UnitId) {
    const units = this.units.includes(unit) ? this.units.filter((u) => u !== unit) : [...this.units, unit];
    this.#set(this.targets, units);
  }

  /** The attacks that are possible, in this order. */
  get rows(): Possible[] {
    return this.inOrder.flatMap((hex) => {
      const attack = this.attacks.find(({ target }) => target === hex);
      const odds = this.prospects.get(hex);
      return attack ? [{ hex, n: attack.units.length, column: odds ? likeliest(odds)?.[0] : undefined }] : [];
    });
  }

  /** The hexes that can be attacked: planned ones first, then those that promise most. */
  get inOrder(): Hex[] {
    const worth = (hex: Hex) => {
      const odds = this.prospects.get(hex);
      return odds ? merit(odds) : -Infinity;
    };
    const targets = this.attacks.map((a) => a.target);
    // Only once all are known: a list that changes under the pointer with every answer would be worse than none.
    const promising = targets.every((hex) => this.prospects.has(hex))
      ? targets.sort((a, b) => worth(b) - worth(a))
      : targets;
    return unique([...this.ready.map((p) => p.targets[0]), ...promising]);
  }

  /** Ask what every attack would come to, once for what is legal now; list by list, so that the player's own questions get between. */
  async survey(): Promise<void> {
    const { legal } = this.game;
    if (!legal || legal === this.#surveyed) return;
    this.#surveyed = legal;
    const oddsOf = async ({ target, units }: AttackView) =>
      [target, await this.game.ask('odds', { odds: { units, targets: [target], overrun: false } })] as const;
    for (let i = 0; i < legal.attacks.length; i += MOST_AT_ONCE) {
      if (this.#closed) return;
      try {
        const odds = await Promise.all(legal.attacks.slice(i, i + MOST_AT_ONCE).map(oddsOf));
        this.prospects = mapOf([...this.prospects, ...odds]);
      } catch {
        return;
      }
    }
  }
  close() {
    this.#closed = true;
  }

  /** The next enemy hex that can be attacked. */
  next(by: number) {
    const hexes = this.inOrder;
    if (!hexes.length) return;
    const at = hexes.indexOf(this.targets[0]);
    const hex = hexes[(at + by + hexes.length) % hexes.length];
    if (this.isOpen(hex)) return;
    this.#set([], []);
    this.#steps = [];
    this.list(hex);
  }
  /** A hex of the list of targets: it is shown, and its odds. */
  list(hex: Hex, add = false) {
    this.aim(hex, add);
    this.desk.goTo(hex);
    // Enter then means this hex, where the keyboard's cursor is in use.
    if (this.desk.cursor) this.desk.map?.setCursor(hex);
  }
  /** Is this the one hex that is aimed at? */
  isOpen = (hex: Hex) => this.targets.length === 1 && this.targets[0] === hex;

  async confirm(): Promise<boolean> {
    const { units, targets } = this;
    const obstacle = this.#obstacle();
    if (obstacle) {
      this.desk.notice = { kind: 'refusal', fault: this.refusal ?? undefined, text: obstacle.reason };
      return false;
    }
    if (settings().confirmAttack && !this.armed) {
      this.armed = true;
      this.desk.say(t('combat.sure'));
      return false;
    }
    const done = await this.act({ attack: { targets: [...targets], units: [...units] } });
    if (done) this.plans.drop(targets);
    return done;
  }

  key(event: KeyboardEvent): boolean {
    if (event.key.toLowerCase() === 'a' && this.targets.length) {
      const all = this.candidates;
      this.#set(this.targets, this.units.length === all.length ? [] : all);
      return true;
    }
    return false;
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
    if (!this.targets.length && !this.units.length) return super.cancel();
    const { targets, units } = (this.targets.length ? this.#steps.pop() : null) ?? { targets: [], units: [] };
    this.#set(targets, units);
    return true;
  }

  async type(line: string): Promise<string | null> {
    const words = line.trim().toLowerCase();
    if (words === 'done' || words === 'end') return (await this.act('done')) ? t('combat.typed.done') : '';
    if (words === 'next') {
      this.next(1);
      return this.targets.join(t('list.comma'));
    }
    const order = parseAttack(line);
    if (!order) return null;
    const { legal } = this.game;
    if (!legal) return t('combat.prompt.wait');
    const units = order.from ? this.#ordered(order.from, legal) : eligible(legal, order.targets);
    const action: Action = { attack: { targets: order.targets, units } };
    const odds = await this.#reckon(order.targets, units);
    if (typeof odds === 'string') return odds;
    this.#set(order.targets, units);
    const refused = await this.#check(action);
    if (refused) {
      this.desk.refuse(refused);
      return tellFault(refused);
    }
    return t('combat.typed.odds', {
      attack: Math.round(odds.attack.mean),
      defense: Math.round(odds.defense.mean),
      column: likeliest(odds)?.[0] ?? '',
    });
  }

  /** Units of a typed order: hexes stand for all in them that may attack, else units by name. */
  #ordered(from: readonly string[], legal: LegalView): UnitId[] {
    const may = setOf(legal.attacks.flatMap((a) => a.units));
    return from.flatMap((word) =>
      isHex(word) ? (this.view?.stacks.get(word)?.units ?? []).map((u) => u.id).filter((u) => may.has(u)) : [word],
    );
  }

  async #reckon(targets: Hex[], units: UnitId[]) {
    try {
      return await this.game.ask('odds', { odds: { units, targets, overrun: false } });
    } catch (error) {
      const fault = faultOf(error);
      this.desk.refuse(fault);
      return tellFault(fault);
    }
  }

  #set(targets: readonly Hex[], units: readonly UnitId[]) {
    const able = targets.length ? eligible(this.game.legal, targets) : units;
    this.targets = targets;
    this.units = units.filter((u) => able.includes(u));
    this.armed = false;
    this.refusal = null;
    const n = ++this.#asked;
    if (!targets.length || !this.units.length) return;
    void this.#check({ attack: { targets: [...targets], units: [...this.units] } }).then((refused) => {
      if (n === this.#asked) this.refusal = refused;
    });
  }

  async #check(action: Action): Promise<Fault | null> {
    try {
      return (await this.game.ask('check', { check: { action } })).refused ?? null;
    } catch (error) {
      return faultOf(error);
    }
  }

  /** Why this enemy hex cannot be attacked. */
  async #explainTarget(info: PointerInfo) {
    this.look(info);
    const own = this.units.length ? this.units : unique(this.attacks.flatMap((a) => a.units)).slice(0, 1);
    const fallback = this.view
      ? [...this.view.units.values()].filter((u) => u.side === this.side && u.hex).map((u) => u.id)
      : [];
    const units = own.length ? own : fallback.slice(0, 1);
    const refused = await this.#check({ attack: { targets: [info.hex], units: [...units] } });
    if (refused) this.desk.refuse(refused);
  }

  /** Why these units cannot take part. */
  async #explainUnits(units: readonly UnitId[], info?: PointerInfo) {
    if (info?.touch) this.desk.fan = this.desk.fan === info.hex ? null : info.hex;
    const targets = this.targets.length ? this.targets : this.attacks.slice(0, 1).map((a) => a.target);
    if (!targets.length) return;
    const refused = await this.#check({ attack: { targets: [...targets], units: [...units] } });
    if (refused) this.desk.refuse(refused);
  }
}

/** Nobody is adjacent to all the hexes. */
const apart = (hex: Hex): Fault => ({ code: 'nobody_reaches_all', case: '9.23', facts: { hex } });
