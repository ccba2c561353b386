// Who is lost where a hex is too full: after a retreat [9.73a], or when the phase ends [7.1].
import type { Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { unitName } from '../../i18n/names';
import type { Decision, UnitId } from '../../wire/types';
import type { Command, Layers, Prompt } from '../mode';
import { sufferingSide } from '../questions';
import { CombatMode, digitOf } from './base.svelte';
import CombatPanel from './CombatPanel.svelte';
import RoomBeside from './RoomBeside.svelte';
import { setOf } from '../../lib/sets';

export class RoomMode extends CombatMode {
  readonly hex: Hex;
  /** In retreat; else when the phase ends. */
  readonly retreat: boolean;
  chosen = $state<UnitId | null>(null);

  readonly layers: Layers<never>;

  constructor(desk: ConstructorParameters<typeof CombatMode>[0], decision: Decision & { hex: Hex }) {
    super(desk, decision.side);
    this.hex = decision.hex;
    this.retreat = sufferingSide(decision) !== null;
    this.layers = { beside: RoomBeside, ...(this.retreat && { panel: CombatPanel }) } as Layers<never>;
  }

  get options(): Unit[] {
    return this.unitsBy(this.legal('remove').map((r) => r.unit));
  }
  get unlucky(): Unit | null {
    return this.options.find((u) => u.id === this.chosen) ?? weakest(this.options);
  }
  get picked(): ReadonlySet<UnitId> {
    return setOf(this.unlucky ? [this.unlucky.id] : []);
  }
  get focus(): readonly Hex[] {
    return [this.hex];
  }
  get prompt(): Prompt {
    return {
      lead: this.lead ?? t('combat.room.lead', { hex: this.hex }),
      text: t(this.retreat ? 'combat.room.retreat' : 'combat.room.phase', { hex: this.hex }),
      at: [this.hex],
    };
  }
  get answer(): string {
    if (this.waiting) return t('combat.prompt.wait');
    return t('combat.answer.unit', { name: this.unlucky ? unitName(this.unlucky, true) : '' });
  }
  get commands(): Command[] {
    return [
      {
        id: 'confirm',
        label: this.answer,
        key: 'enter',
        primary: true,
        disabled: this.waiting,
        run: () => void this.confirm(),
      },
    ];
  }

  pick(info: PointerInfo) {
    if (info.hex !== this.hex) return this.look(info);
    const at = this.options.findIndex((u) => u === this.unlucky);
    this.chosen = this.options[(at + 1) % Math.max(1, this.options.length)]?.id ?? null;
  }
  pickUnit(id: UnitId) {
    if (this.options.some((u) => u.id === id)) this.chosen = id;
  }
  override cancel(): boolean {
    if (!this.chosen) return super.cancel();
    this.chosen = null;
    return true;
  }
  key(event: KeyboardEvent): boolean {
    const unit = this.options[digitOf(event) - 1];
    if (unit) this.chosen = unit.id;
    return !!unit;
  }
  async confirm(): Promise<boolean> {
    return this.unlucky ? this.act({ remove: { unit: this.unlucky.id } }) : false;
  }
  async type(line: string): Promise<string | null> {
    const match = /^\s*(?:remove|lose)\s+(\S+)\s*$/i.exec(line);
    if (!match) return null;
    return (await this.act({ remove: { unit: match[1].toLowerCase() } })) ? t('combat.typed.ok') : '';
  }
}

/** The least loss: combat units before Leaders, then by strength; the unknown counts as middling. */
export function weakest(units: readonly Unit[]): Unit | null {
  const worth = (u: Unit) =>
    (u.kind === 'leader' ? 100 : 0) + (u.untried ? 3 : Math.max(u.attack ?? 0, u.defense ?? 0));
  return units.reduce<Unit | null>((low, u) => (low === null || worth(u) < worth(low) ? u : low), null);
}
