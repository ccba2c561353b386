// Advance after combat [9.8]: which of the victors go into the hexes that were left, one hex or two.
import type { Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import type { UnitId } from '../../wire/types';
import type { Command, Layers, Prompt } from '../mode';
import { CombatMode, digitOf } from './base.svelte';
import { unitsName } from './names';
import AdvanceBeside from './AdvanceBeside.svelte';
import AdvanceOver from './AdvanceOver.svelte';
import AdvanceUnder from './AdvanceUnder.svelte';
import CombatPanel from './CombatPanel.svelte';
import { groups, mapOf, setOf, unique, withEntry } from '../../lib/sets';

export interface Step {
  unit: UnitId;
  path: Hex[];
}
/** Counters of one hex that advance together by default, so that no hex gets too full. */
const MOST = 3;

export class AdvanceMode extends CombatMode {
  /** The hex that units are being sent to. */
  to = $state<Hex | null>(null);
  /** Who goes where; null until the player changes the proposal. */
  #sent = $state.raw<ReadonlyMap<UnitId, Hex> | null>(null);

  readonly layers: Layers<never> = {
    under: AdvanceUnder,
    over: AdvanceOver,
    beside: AdvanceBeside,
    panel: CombatPanel,
  } as Layers<never>;

  get steps(): Step[] {
    return this.legal('advance');
  }
  /** Where one can go: the vacated hexes first, then those beyond. */
  get hexes(): Hex[] {
    return destinations(this.steps);
  }
  get at(): Hex | null {
    return this.to && this.hexes.includes(this.to) ? this.to : (this.hexes[0] ?? null);
  }
  /** Every unit that may go somewhere. */
  get able(): Unit[] {
    return this.unitsBy(unique(this.steps.map((s) => s.unit)));
  }
  mayReach(unit: UnitId, hex: Hex | null): boolean {
    return this.steps.some((s) => s.unit === unit && s.path.at(-1) === hex);
  }
  get advanced(): UnitId[] {
    return this.view?.combat?.advanced ?? [];
  }
  /** Who goes where, as it stands. */
  get sent(): ReadonlyMap<UnitId, Hex> {
    return this.#sent ?? proposal(this.steps, this.able, this.advanced);
  }
  get vacated(): Hex[] {
    return unique(this.steps.map((s) => s.path[0]));
  }
  get picked(): ReadonlySet<UnitId> {
    return setOf(this.sent.keys());
  }
  get focus(): readonly Hex[] {
    const from = this.able.map((u) => u.hex).filter((h): h is Hex => !!h);
    return unique([...from, ...this.hexes]);
  }

  get prompt(): Prompt {
    return {
      lead: this.lead ?? t('combat.prompt.advance.lead'),
      text: t('combat.prompt.advance', { hexes: this.vacated.join(t('list.comma')) }),
      at: this.vacated,
    };
  }
  get answer(): string {
    if (this.waiting) return t('combat.prompt.wait');
    const { sent, view } = this;
    if (!sent.size || !view) return t('combat.answer.stay');
    const hexes = unique(sent.values());
    const name = unitsName(view, [...sent.keys()]);
    return t('combat.answer.advance', { name, hexes: hexes.join(t('list.comma')) });
  }
  get commands(): Command[] {
    const commands = [this.offer(this.answer, () => this.confirm())];
    if (this.sent.size) {
      commands.push({ id: 'no_advance', label: t('combat.stay'), key: 'x', run: () => void this.act('done') });
    }
    return commands;
  }

  pick(info: PointerInfo) {
    const { hex } = info;
    if (this.hexes.includes(hex)) {
      const go = (info.go || this.to === hex) && this.sent.size > 0;
      this.aim(hex);
      if (go) void this.confirm();
      return;
    }
    const here = this.able.filter((u) => u.hex === hex && this.mayReach(u.id, this.at));
    if (!here.length) return this.look(info);
    this.desk.inspect(hex);
    const all = here.every((u) => this.sent.get(u.id) === this.at);
    this.#sent = here.reduce((sent, { id }) => withEntry(sent, id, all ? null : this.at), this.sent);
  }
  /** Another hex to go to: units sent to another go there instead, if they can. */
  aim(hex: Hex) {
    const before = this.at;
    this.to = hex;
    if (before === hex) return;
    this.#sent = mapOf(
      [...this.sent].map(([unit, to]) => [unit, to === before && this.mayReach(unit, hex) ? hex : to] as const),
    );
  }
  pickUnit(id: UnitId) {
    const to = this.mayReach(id, this.at) ? this.at : this.hexes.find((hex) => this.mayReach(id, hex));
    if (!to) return;
    this.#sent = withEntry(this.sent, id, this.sent.get(id) === to ? null : to);
  }
  key(event: KeyboardEvent): boolean {
    const hex = this.hexes[digitOf(event) - 1];
    if (!hex) return false;
    this.aim(hex);
    return true;
  }
  override cancel(): boolean {
    if (!this.#sent) return super.cancel();
    this.#sent = null;
    this.to = null;
    return true;
  }

  /** Send every chosen unit, then end; unless a unit can go now that could not before, such as a Leader. */
  async confirm(): Promise<boolean> {
    const asked = setOf(this.able.map((u) => u.id));
    const orders = [...this.sent]
      .map(([unit, hex]) => this.steps.find((s) => s.unit === unit && s.path.at(-1) === hex))
      .filter((s) => s !== undefined)
      .sort((a, b) => Number(this.unit(a.unit)?.kind === 'leader') - Number(this.unit(b.unit)?.kind === 'leader'));
    return this.game.carry(async () => {
      for (const { unit, path } of orders) {
        if (!(await this.act({ advance: { unit, path } }))) return false;
      }
      // `done` would end the phase if the combat is over already.
      const left = this.legalNow('advance');
      const fresh = left.some((s) => !asked.has(s.unit));
      return !left.length || fresh ? true : this.act('done');
    });
  }

  async type(line: string): Promise<string | null> {
    const words = line.trim().toLowerCase();
    if (words === 'done' || words === 'stay') return (await this.act('done')) ? t('combat.typed.ok') : '';
    const match = /^advance\s+(\S+)\s+(?:to\s+)?(\d{4})(?:[\s,>]+(\d{4}))?$/.exec(words);
    if (!match) return null;
    const [, unit, first, second] = match;
    // The last hex alone will do where there is one way to it.
    const path =
      this.steps.find((s) => s.unit === unit && s.path.at(-1) === (second ?? first))?.path ??
      (second ? [first, second] : [first]);
    return (await this.act({ advance: { unit, path } })) ? t('combat.typed.ok') : '';
  }
}

export function destinations(steps: readonly Step[]): Hex[] {
  const last = (n: number) => steps.filter((s) => s.path.length === n).map((s) => s.path[n - 1]);
  return unique([...last(1), ...last(2)]);
}

/** The strongest stack goes into the first vacated hex; once somebody went there only Leaders follow. */
export function proposal(
  steps: readonly Step[],
  able: readonly Unit[],
  advanced: readonly UnitId[],
): ReadonlyMap<UnitId, Hex> {
  const hex = steps.find((s) => s.path.length === 1)?.path[0];
  const may = (u: Unit) => steps.some((s) => s.unit === u.id && s.path.length === 1 && s.path[0] === hex);
  if (!hex) return mapOf([]);
  const candidates = able.filter((u) => may(u) && (advanced.length === 0 || u.kind === 'leader'));
  const stacks = groups(candidates, (u) => u.hex);
  const force = (units: readonly Unit[]) => units.reduce((sum, u) => sum + (u.attack ?? 1), 0);
  const [best] = [...stacks.values()].sort((a, b) => force(b) - force(a));
  return mapOf((best ?? []).slice(0, MOST).map((u) => [u.id, hex] as const));
}
