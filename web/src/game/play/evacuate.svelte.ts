// Leaders who are surrounded may be taken off before the Soviet movement, if that option is on.
import type { Unit } from '../../lib/position';
import type { Hex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { unitName } from '../../i18n/names';
import type { UnitId } from '../../wire/types';
import type { Command, Prompt } from '../mode';
import { PlayMode } from './base.svelte';
import { actionsOf } from './legal';
import { setOf } from '../../lib/sets';
import type { Order } from './typed';
import ChoicesUnder from './ChoicesUnder.svelte';
import EvacuatePanel from './EvacuatePanel.svelte';

export class EvacuateMode extends PlayMode {
  readonly layers = { under: ChoicesUnder, panel: EvacuatePanel };
  chosen = $state<UnitId | null>(null);
  hovered = $state<Hex | null>(null);
  readonly leaders = $derived.by<Unit[]>(() => this.unitsOf(actionsOf(this.game.legal, 'evacuate').map((a) => a.unit)));
  readonly options = $derived<Hex[]>(this.leaders.map((u) => u.hex).filter((hex) => hex !== null));

  override get picked() {
    return setOf(this.chosen ? [this.chosen] : []);
  }
  override get occupied() {
    return this.leaders.length > 0;
  }
  override get endLabel() {
    return t('play.evacuate.none');
  }
  override get prompt(): Prompt {
    const one = this.leaders.find((u) => u.id === this.chosen);
    if (one?.hex) {
      const lead = t('play.lead.at', { name: unitName(one, true), hex: one.hex });
      return { lead, text: t('play.evacuate.sure'), at: [one.hex] };
    }
    return { text: t('play.evacuate.prompt'), at: this.options };
  }
  override get commands(): Command[] {
    const { chosen } = this;
    if (!chosen) return [this.endCommand];
    const go: Command = {
      id: 'evacuate',
      label: t('play.evacuate'),
      key: 'enter',
      primary: true,
      run: () => void this.act({ evacuate: { unit: chosen } }),
    };
    return [go, this.endCommand];
  }
  pick(info: PointerInfo) {
    this.look(info);
    const leader = this.leaders.find((u) => u.hex === info.hex);
    this.chosen = leader?.id ?? null;
    const other = this.ownStack(info.hex)?.units.find((u) => u.kind === 'leader');
    if (!leader && other) void this.explain({ evacuate: { unit: other.id } });
  }
  pickUnit(unit: UnitId) {
    if (this.leaders.some((u) => u.id === unit)) this.chosen = unit;
  }
  hover(hex: Hex | null) {
    this.hovered = hex;
  }
  override cancel(): boolean {
    if (!this.chosen) return super.cancel();
    this.chosen = null;
    return true;
  }
  protected override async obey(order: Order): Promise<string | null> {
    if (order.order !== 'evacuate') return null;
    const one = this.leaders.find((u) => u.id === order.who || unitName(u, true).toLowerCase() === order.who);
    if (!one) return t('play.typed.unknown', { word: order.who, hex: '' });
    return (await this.act({ evacuate: { unit: one.id } })) ? t('play.typed.done') : t('play.typed.refused');
  }
}
