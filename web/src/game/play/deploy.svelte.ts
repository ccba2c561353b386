// The Soviet set-up: each unit of the 13th and 20th Armies is put on one of its hexes.
import type { Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { describeHex, unitName } from '../../i18n/names';
import { tellFault } from '../../i18n/faults';
import type { UnitId } from '../../wire/types';
import type { Command, Prompt } from '../mode';
import { PlayMode } from './base.svelte';
import { armiesOf, nextPlacement, placesOf } from './deploying';
import { memoryOf } from './memory';
import { setOf } from '../../lib/sets';
import type { Order } from './typed';
import DeployPanel from './DeployPanel.svelte';
import ChoicesUnder from './ChoicesUnder.svelte';

export class DeployMode extends PlayMode {
  readonly layers = { under: ChoicesUnder, panel: DeployPanel };
  chosen = $state<UnitId | null>(null);
  hovered = $state<Hex | null>(null);
  /** The rest is being placed for the player. */
  placing = $state(false);

  readonly places = $derived.by(() => placesOf(this.game.legal));
  readonly unit = $derived(this.waiting.find((u) => u.id === this.chosen) ?? null);
  readonly options = $derived<Hex[]>(this.chosen ? (this.places.get(this.chosen) ?? []) : []);
  readonly armies = $derived.by(() => armiesOf(this.waiting, this.places, this.board?.units.values()));

  constructor(...of: ConstructorParameters<typeof PlayMode>) {
    super(...of);
    // The next of the same kind is taken up by itself.
    const [wanted] = memoryOf(this.desk).hand;
    this.chosen = this.waiting.find((u) => u.id === wanted)?.id ?? null;
  }

  get waiting(): Unit[] {
    return (this.board?.waiting ?? []).filter((u) => u.side === this.side);
  }
  override get picked() {
    return setOf(this.chosen ? [this.chosen] : []);
  }
  override get occupied() {
    return this.chosen !== null || this.waiting.length > 0;
  }
  get wantsPanel() {
    return !this.chosen;
  }
  override get endLabel() {
    return t('play.deploy.done');
  }
  override get prompt(): Prompt {
    if (this.placing) return { text: t('play.deploy.placing') };
    if (this.unit) {
      const touch = matchMedia('(pointer: coarse)').matches ? 'tap' : 'click';
      return {
        lead: t('play.lead', { name: unitName(this.unit, true) }),
        text: t(`play.deploy.${touch}`, { from: this.options[0] ?? '', to: this.options.at(-1) ?? '' }),
        at: this.options,
      };
    }
    const next = this.armies[0]?.units[0];
    if (next) {
      const at = this.places.get(next.id) ?? [];
      const named = { name: unitName(next, true), from: at[0] ?? '', to: at.at(-1) ?? '' };
      return { text: t('play.deploy.prompt', { n: this.waiting.length, ...named }), at };
    }
    const at = [...(this.board?.stacks.values() ?? [])].flatMap((s) => (s.side === this.side ? s.hex : [])).sort();
    if (!at.length) return { text: t('play.deploy.ready') };
    return { text: t('play.deploy.placed', { from: at[0], to: at[at.length - 1] }), at };
  }
  override get commands(): Command[] {
    const rest: Command = {
      id: 'place_rest',
      label: t('play.deploy.rest'),
      key: 'p',
      primary: this.waiting.length > 0 && !this.chosen,
      disabled: this.placing ? { reason: t('play.deploy.placing') } : null,
      run: () => void this.placeRest(),
    };
    return this.waiting.length ? [rest, this.endCommand] : [this.endCommand];
  }

  choose(unit: UnitId) {
    this.chosen = this.chosen === unit ? null : unit;
    const [first] = this.options;
    if (first) this.desk.map?.show(first);
  }
  pickUnit(unit: UnitId) {
    this.choose(unit);
  }
  hover(hex: Hex | null) {
    this.hovered = hex;
  }

  pick(info: PointerInfo) {
    if (!this.chosen) return this.look(info);
    if (this.options.includes(info.hex)) return void this.place(this.chosen, info.hex);
    void this.explain({ deploy: { unit: this.chosen, hex: info.hex } });
  }

  async place(unit: UnitId, hex: Hex): Promise<boolean> {
    const army = this.armies.find((a) => a.units.some((u) => u.id === unit));
    const one = army?.units.find((u) => u.id === unit);
    const next = army?.units.find((u) => u.id !== unit && u.kind === one?.kind);
    memoryOf(this.desk).hand = next ? [next.id] : [];
    return this.act({ deploy: { unit, hex } });
  }

  /** Spread what is left, one legal placement after another: each unit to the emptiest hex of its army. */
  async placeRest() {
    if (this.placing) return;
    this.placing = true;
    memoryOf(this.desk).hand = [];
    try {
      await this.game.carry(async () => {
        for (;;) {
          const next = nextPlacement(this.game.legalNow, (hex) => this.game.board?.stacks.get(hex)?.units.length ?? 0);
          if (!next || !(await this.act({ deploy: next }))) return;
        }
      });
    } finally {
      this.placing = false;
    }
  }

  override cancel(): boolean {
    if (this.chosen && !this.ending) {
      this.chosen = null;
      return true;
    }
    return super.cancel();
  }

  describe(hex: Hex): string {
    return this.options.includes(hex) ? t('play.say.place') : '';
  }

  protected override async obey(order: Order): Promise<string | null> {
    if (order.order !== 'deploy') return null;
    const unit = this.waiting.find(
      (u) => u.id === order.who || unitName(u, true).toLowerCase() === order.who || u.kind === order.who,
    );
    if (!unit) return t('play.typed.unknown', { word: order.who, hex: order.hex });
    if (this.places.get(unit.id)?.includes(order.hex)) {
      await this.place(unit.id, order.hex);
      return t('play.typed.placed', { name: unitName(unit, true), place: describeHex(order.hex) });
    }
    const { refused } = await this.game.ask('check', {
      check: { action: { deploy: { unit: unit.id, hex: order.hex } } },
    });
    return refused ? tellFault(refused) : t('play.typed.refused');
  }
}
