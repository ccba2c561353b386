// Newcomers: the tray of units that may enter, the one being placed, and bringing it in.
import type { Hex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { SeveralMode } from './several.svelte';
import { forget } from './memory';
import { handName } from './names';
import { mapOf, setOf } from '../../lib/sets';
import { entryHexes, heldBack, newcomers, type Newcomer } from './tray';
import { faultOf } from '../../net/api';
import type { Fault } from '../../net/fault';
import type { Illegal } from '../../wire/types';

/** The most hexes of an area that are asked about. */
const ASKED = 6;

export abstract class EnterMode extends SeveralMode {
  /** The newcomer that is being placed. */
  arriving = $state<string | null>(null);

  readonly tray = $derived.by<Newcomer[]>(() => {
    const position = this.game.shown?.position;
    if (!this.board || !position) return [];
    const front = { turn: position.front_this_turn ?? 0, game: position.front ?? 0 };
    return newcomers(this.game.legal, this.board, front);
  });

  /** Units that wait and cannot enter now. */
  readonly held = $derived.by<Newcomer[]>(() =>
    this.board && this.game.legal ? heldBack(this.tray, this.board, this.side) : [],
  );
  /** Why each of them cannot, as the server says. */
  reasons = $state.raw(mapOf<string, Fault>([]));

  readonly newcomer = $derived(this.tray.find((n) => n.key === this.arriving) ?? null);

  newcomerName(newcomer: Newcomer): string {
    const { kind, area, units } = newcomer;
    if (kind === 'formation' || kind === 'leader') return handName(units);
    return t(`play.newcomer.${kind}`, { area: area ?? '' });
  }

  /** Ask why waiting units cannot enter: each of the hexes of its area, the reason most of them have. */
  async askReasons() {
    const asked = this.held.filter((n) => !this.reasons.has(n.key));
    const told = await Promise.all(asked.map(async (n) => [n.key, await this.#whyHeld(n)] as const));
    const found = told.filter((one): one is [string, Fault] => one[1] !== null);
    if (found.length) this.reasons = mapOf([...this.reasons, ...found]);
  }

  async #whyHeld(newcomer: Newcomer): Promise<Fault | null> {
    const checks = entryHexes(newcomer)
      .slice(0, ASKED)
      .map((hex) =>
        this.game.ask('check', { check: { action: { enter: { who: newcomer.who[0], hex, rail: false } } } }),
      );
    try {
      const faults = (await Promise.all(checks)).flatMap(({ refused }) => (refused ? [refused] : []));
      const count = (fault: Illegal) => faults.filter((f) => f.reason === fault.reason).length;
      return faults.sort((a, b) => count(b) - count(a))[0] ?? null;
    } catch (error) {
      return faultOf(error);
    }
  }

  choose(key: string) {
    const same = this.arriving === key;
    this.take([]);
    this.arriving = same ? null : key;
    const first = this.newcomer && [...this.newcomer.hexes, ...this.newcomer.rail][0];
    if (first) this.makeRoom(first);
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
    await this.game.carry(async () => {
      for (const [i, who] of newcomer.who.entries()) {
        const action = { enter: { who, hex, rail: by } };
        if (i > 0) {
          // The regiments after the first: each as the server allows.
          const { refused } = await this.game.ask('check', { check: { action } });
          if (refused) return this.desk.refuse(refused);
        }
        if (!(await this.act(action))) return forget(this.memory);
      }
    });
  }

  protected override reset() {
    super.reset();
    this.arriving = null;
  }
  override grabs(hex: Hex): boolean {
    return this.newcomer === null && super.grabs(hex);
  }
  override prefetch(hex: Hex) {
    return this.newcomer === null ? super.prefetch(hex) : null;
  }
}
