// The questions of suffering a result: loss or retreat [9.65], and which step.
import type { Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { unitName } from '../../i18n/names';
import type { RetreatView, UnitId } from '../../wire/types';
import type { Command, Layers, Prompt } from '../mode';
import { Refusal } from '../../net/api';
import { CombatMode, digitOf } from './base.svelte';
import { choose, propose, stepsLeft, strengthAfter } from './losses';
import { unitsName } from './names';
import CombatPanel from './CombatPanel.svelte';
import LossBeside from './LossBeside.svelte';
import LossUnder from './LossUnder.svelte';
import { setOf, unique } from '../../lib/sets';

export class LossMode extends CombatMode {
  /** Steps, or hexes. */
  readonly n: number;
  /** May the side retreat instead? */
  readonly either: boolean;
  /** What the player wants; null while it is left to the proposal. */
  #wanted = $state<'loss' | 'retreat' | null>(null);
  chosen = $state.raw<readonly UnitId[]>([]);
  /** Where each stack could be sent, as the server says. */
  retreats = $state.raw<readonly RetreatView[]>([]);

  readonly layers: Layers<never> = { under: LossUnder, beside: LossBeside, panel: CombatPanel } as Layers<never>;

  constructor(
    desk: ConstructorParameters<typeof CombatMode>[0],
    decision: { side: 'german' | 'soviet'; question: string; n: number },
  ) {
    super(desk, decision.side);
    this.n = decision.n;
    this.either = decision.question === 'loss_or_retreat';
    this.chosen = this.#propose();
    if (this.either) void this.#askRetreats();
  }

  async #askRetreats() {
    try {
      this.retreats = await this.game.ask('retreats', 'retreats');
    } catch (error) {
      // A lost connection: the choice can be made without.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  /** Hexes where a retreat could end. */
  get ends(): Hex[] {
    return unique(this.retreats.flatMap((r) => r.ends));
  }

  /** Units of this side in the combat. */
  #propose(): readonly UnitId[] {
    return propose(this.hurt, this.n, setOf(this.game.live?.marks?.integrated ?? []));
  }
  get hurt(): Unit[] {
    const combat = this.view?.combat;
    if (!combat) return [];
    return this.unitsBy(this.attacking ? combat.attackers : combat.defenders);
  }
  get attacking(): boolean {
    return this.view?.combat?.attacker === this.side;
  }
  get picked(): ReadonlySet<UnitId> {
    return setOf(this.choice === 'loss' ? this.chosen : this.hurt.map((u) => u.id));
  }
  get focus(): readonly Hex[] {
    const { targets = [], origins = [] } = this.view?.combat ?? {};
    return unique([...this.hurt.map((u) => u.hex), ...targets, ...origins, ...this.ends]).filter((h): h is Hex => !!h);
  }
  /** There is nothing to choose among: one unit, or everything goes. */
  get forced(): boolean {
    return this.hurt.length === 1 || this.total <= this.n;
  }
  get total(): number {
    return this.hurt.reduce((sum, u) => sum + stepsLeft(u), 0);
  }

  get choice(): 'loss' | 'retreat' {
    if (!this.either) return 'loss';
    return this.#wanted ?? this.#better();
  }
  set choice(wanted) {
    this.#wanted = wanted;
  }
  /**
   * The proposal. To an attacker steps are worth more than ground: he retreats unless he has won a hex that he can enter. A defender
   * takes the loss where he can spare a step. No retreat is proposed if a stack might have no path, unless all would be lost anyway.
   */
  #better(): 'loss' | 'retreat' {
    if (this.total <= this.n) return 'retreat';
    if (this.retreats.some((r) => r.lost || !r.ends.length)) return 'loss';
    const dies = this.hurt.some((u) => this.times(u.id) >= stepsLeft(u));
    if (dies || this.n > 1) return 'retreat';
    return this.attacking && !this.#won ? 'retreat' : 'loss';
  }
  /** A hex that was attacked is empty and may be entered: not by those who overran it [6.57]. */
  get #won(): boolean {
    const { overrun = false, targets = [] } = this.view?.combat ?? {};
    return !overrun && targets.some((hex) => !this.view?.stacks.has(hex));
  }

  times(unit: UnitId): number {
    return this.chosen.filter((c) => c === unit).length;
  }
  /** What becomes of a unit that gives up the steps chosen for it, or one. */
  fate(unit: Unit): string {
    const steps = this.forced ? Math.min(this.n, stepsLeft(unit)) : Math.max(1, this.times(unit.id));
    const after = strengthAfter(unit, steps);
    const now = unit.attack ?? unit.defense;
    if (unit.side === 'soviet' || after === null) return t('combat.fate.lost', { now: now ?? '?' });
    return t('combat.fate.step', { now: now ?? '?', after });
  }

  get prompt(): Prompt {
    const result = this.view?.combat?.result ?? '';
    const at = unique(this.hurt.map((u) => u.hex)).filter((h): h is Hex => h !== null);
    const who = {
      name: this.view
        ? unitsName(
            this.view,
            this.hurt.map((u) => u.id),
          )
        : '',
      hex: at.join(t('list.comma')),
    };
    const lead = this.game.hotseat
      ? t('combat.part.of', { side: t(`side.${this.side}`), result, ...who })
      : t('combat.part', { result, ...who });
    return { lead, text: t(this.either ? 'combat.prompt.either' : 'combat.prompt.loss', { n: this.n }), at };
  }

  /** What Enter does, in words. */
  get answer(): string {
    if (this.choice === 'retreat') return t('combat.answer.retreat', { n: this.n });
    const hurt = this.hurt;
    if (this.total <= this.n && this.view) {
      return t('combat.answer.all', {
        name: unitsName(
          this.view,
          hurt.map((u) => u.id),
        ),
      });
    }
    const ids = this.forced ? [hurt[0]?.id ?? ''] : unique(this.chosen);
    if (ids.length > 1 && this.view) return t('combat.answer.steps', { name: unitsName(this.view, ids), n: this.n });
    const unit = this.unit(ids[0]);
    if (!unit) return t('combat.answer.choose');
    const steps = this.forced ? this.n : this.times(unit.id);
    const name = unitName(unit, true);
    if (stepsLeft(unit) <= steps) return t('combat.answer.unit', { name });
    return t('combat.answer.step', { name, n: steps });
  }

  get commands(): Command[] {
    const commands: Command[] = [
      {
        id: 'confirm',
        label: this.answer,
        key: 'enter',
        primary: true,
        disabled: this.#short ? { reason: t('combat.answer.choose') } : null,
        run: () => void this.confirm(),
      },
    ];
    if (this.either) {
      commands.push(
        { id: 'take_loss', label: t('combat.loss', { n: this.n }), key: 'l', run: () => (this.choice = 'loss') },
        {
          id: 'take_retreat',
          label: t('combat.retreat', { n: this.n }),
          key: 'r',
          run: () => (this.choice = 'retreat'),
        },
      );
    }
    return commands;
  }
  get #short(): boolean {
    return this.choice === 'loss' && !this.forced && this.chosen.length < this.n;
  }

  pick(info: PointerInfo) {
    const here = this.hurt.filter((u) => u.hex === info.hex);
    if (!here.length) return this.look(info);
    this.desk.inspect(info.hex);
    if (this.forced) return;
    // Of a stack the next one each time.
    const at = here.findIndex((u) => this.chosen.includes(u.id));
    this.pickUnit(here[(at + 1) % here.length].id);
  }
  pickUnit(id: UnitId) {
    const unit = this.hurt.find((u) => u.id === id);
    if (!unit || this.forced) return;
    this.choice = 'loss';
    this.chosen = choose(this.chosen, unit, this.n);
  }
  /** Back to what is proposed. */
  override cancel(): boolean {
    const proposed = this.#propose();
    if (this.#wanted === null && proposed.join() === this.chosen.join()) return super.cancel();
    this.#wanted = null;
    this.chosen = proposed;
    return true;
  }
  key(event: KeyboardEvent): boolean {
    const unit = this.hurt[digitOf(event) - 1];
    if (!unit) return false;
    this.pickUnit(unit.id);
    return true;
  }

  async confirm(): Promise<boolean> {
    if (this.choice === 'retreat') return this.act('take_retreat');
    if (this.#short) return false;
    const chosen = [...this.chosen];
    return this.game.carry(() => this.#lose(chosen));
  }
  async #lose(chosen: readonly UnitId[]): Promise<boolean> {
    if (this.either && !(await this.act('take_loss'))) return false;
    for (const unit of chosen) {
      // Where nothing is left to choose, the server has settled it by itself.
      if (!this.legalNow('lose_step').some((s) => s.unit === unit)) break;
      if (!(await this.act({ lose_step: { unit } }))) return false;
    }
    return true;
  }

  async type(line: string): Promise<string | null> {
    const words = line.trim().toLowerCase();
    if (words === 'retreat' && this.either) return (await this.act('take_retreat')) ? t('combat.typed.ok') : '';
    if (words === 'loss' && this.either) return (await this.act('take_loss')) ? t('combat.typed.ok') : '';
    const match = /^lose\s+(\S+)$/.exec(words);
    if (!match) return null;
    const unit = match[1];
    const lost = await this.game.carry(async () => {
      if (this.either && !(await this.act('take_loss'))) return false;
      const asked = this.legalNow('lose_step').length > 0;
      return !asked || this.act({ lose_step: { unit } });
    });
    return lost ? t('combat.typed.ok') : '';
  }
}
