// Newcomers: the tray of those who may enter, the one being placed, and bringing it in.
import type { Hex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { HoldMode } from './holding.svelte';
import { forget } from './memory';
import { handName } from './names';
import { setOf } from '../../lib/sets';
import { newcomers, type Newcomer } from './tray';

export abstract class EnterMode extends HoldMode {
  /** The newcomer that is being placed. */
  arriving = $state<string | null>(null);

  readonly tray = $derived.by<Newcomer[]>(() => {
    const position = this.game.shown?.position;
    if (!this.board || !position) return [];
    const front = { turn: position.front_this_turn ?? 0, game: position.front ?? 0 };
    return newcomers(this.game.legal, this.board, front);
  });

  readonly newcomer = $derived(this.tray.find((n) => n.key === this.arriving) ?? null);

  newcomerName(newcomer: Newcomer): string {
    const { kind, area, units } = newcomer;
    if (kind === 'formation' || kind === 'leader') return handName(units);
    return t(`play.newcomer.${kind}`, { area: area ?? '' });
  }

  choose(key: string) {
    const same = this.arriving === key;
    this.take([]);
    this.arriving = same ? null : key;
    const first = this.newcomer && [...this.newcomer.hexes, ...this.newcomer.rail][0];
    if (first) this.desk.map?.show(first);
  }

  protected pickEntry(info: PointerInfo) {
    const { newcomer } = this;
    if (!newcomer) return;
    const { hex } = info;
    if (newcomer.hexes.has(hex) || newcomer.rail.has(hex)) return void this.enter(newcomer, hex);
    if (this.ownStack(hex)) {
      this.arriving = null;
      this.takeStack(hex);
      return;
    }
    void this.explain({ enter: { who: newcomer.who[0], hex, rail: this.byRail } });
  }

  async enter(newcomer: Newcomer, hex: Hex, rail = this.byRail) {
    if (this.game.busy) return;
    const by = rail ? newcomer.rail.has(hex) : !newcomer.hexes.has(hex);
    const before = setOf((this.stackAt(hex)?.units ?? []).map((u) => u.id));
    this.memory.entered = { hex, before };
    this.memory.at = hex;
    for (const [i, who] of newcomer.who.entries()) {
      const action = { enter: { who, hex, rail: by } };
      if (i > 0) {
        // The regiments after the first: each as the server allows.
        const { refused } = await this.game.ask('check', { check: { action } });
        if (refused) return this.desk.refuse(refused);
        this.memory.entered = { hex, before };
      }
      if (!(await this.act(action))) return forget(this.memory);
    }
  }

  protected override reset() {
    super.reset();
    this.arriving = null;
  }
  override grabs(hex: Hex): boolean {
    return this.newcomer === null && super.grabs(hex);
  }
}
