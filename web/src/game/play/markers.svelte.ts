// Interdiction markers, German before the first turn and at the end of every Player-Turn, Soviet three times a game: a click
// on the map places one.
import { distance, type Hex } from '../../lib/hex';
import type { Stack } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import { frontOf } from '../frame/opening';
import type { Prompt } from '../mode';
import { PlayMode } from './base.svelte';
import { actionsOf } from './legal';
import { setOf } from '../../lib/sets';
import { handName } from './names';
import type { Order } from './typed';
import MarkerOver from './MarkerOver.svelte';
import MarkerPanel from './MarkerPanel.svelte';
import MarkerUnder from './MarkerUnder.svelte';

/** The number of German markers [13.1]. */
const AIR = 3;

export class MarkerMode extends PlayMode {
  readonly layers = { under: MarkerUnder, over: MarkerOver, panel: MarkerPanel };
  hovered = $state<Hex | null>(null);
  readonly allowed = $derived.by(() => setOf(actionsOf(this.game.legal, 'interdict').map((a) => a.hex)));

  get air(): boolean {
    return this.side === 'german';
  }
  get kind() {
    return this.air ? ('air' as const) : ('soviet-interdiction' as const);
  }
  /** How many can still be placed. */
  get left(): number {
    const position = this.game.shown?.position;
    if (!position || !this.allowed.size) return 0;
    return this.air ? AIR - (position.air?.length ?? 0) : position.soviet_marker ? 0 : 1;
  }
  /** The hexes that have one of these markers. */
  get placed(): Hex[] {
    return (this.board?.markers ?? []).filter(({ kind }) => kind === this.kind).map(({ hex }) => hex);
  }
  /** The enemy stack nearest to the front of one's own. */
  get nearest(): Stack | null {
    const { board, side } = this;
    if (!board) return null;
    const front = frontOf(board, side);
    const enemies = [...board.stacks.values()].filter((stack) => stack.side !== side);
    return (
      enemies.sort((a, b) => distance(front, a.hex) - distance(front, b.hex) || (a.hex < b.hex ? -1 : 1))[0] ?? null
    );
  }
  override get worthAsking() {
    return this.left > 0 && this.air;
  }
  override get occupied() {
    return this.left > 0;
  }
  override get endLabel() {
    if (!this.left) return t('play.end');
    return t(this.air ? 'play.marker.none' : 'play.marker.keep');
  }
  override get prompt(): Prompt {
    if (!this.game.legal) return { text: t('play.wait') };
    // The next marker goes near those already placed; the first one near the enemy it would hinder.
    const { placed } = this;
    const where = placed.join(t('list.comma'));
    if (!this.left) {
      return placed.length
        ? { text: t('play.marker.all', { hexes: where }), at: placed }
        : { text: t('play.marker.done') };
    }
    if (placed.length) return { text: t('play.marker.air.next', { n: this.left, hexes: where }), at: placed };
    const hexes = [...this.allowed].sort();
    const [from, to] = [hexes[0], hexes[hexes.length - 1]];
    const text = t(this.air ? 'play.marker.air' : 'play.marker.soviet', { n: this.left, from, to });
    const enemy = this.nearest;
    if (!enemy) return { text, at: [from, to] };
    const name = handName(enemy.units);
    return { text: t('play.marker.enemy', { text, name, hex: enemy.hex }), at: [enemy.hex] };
  }
  /** Ends at once: the button shows the markers left. */
  override end() {
    void this.act('done');
  }

  hover(hex: Hex | null) {
    this.hovered = hex;
  }
  pick(info: PointerInfo) {
    this.desk.inspect(info.hex);
    if (!this.game.legal) return;
    if (this.allowed.has(info.hex)) void this.act({ interdict: { hex: info.hex } });
    else void this.explain({ interdict: { hex: info.hex } });
  }
  describe(hex: Hex): string {
    return this.allowed.has(hex) ? t('play.say.place') : '';
  }
  protected override async obey(order: Order): Promise<string | null> {
    if (order.order !== 'place') return null;
    const action = { interdict: { hex: order.hex } };
    if (this.allowed.has(order.hex)) return (await this.act(action)) ? t('play.typed.done') : t('play.typed.refused');
    const { refused } = await this.game.ask('check', { check: { action } });
    return refused ? tellFault(refused) : t('play.typed.refused');
  }
}
