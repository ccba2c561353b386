// Newcomers: the tray of units that may enter, the one being placed, and bringing it in; or many at once, each as near to a hex as
// it can get, by the server's plan.
import type { Hex } from '../../lib/hex';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { SeveralMode } from './several.svelte';
import { forget } from './memory';
import { handName } from './names';
import { mapOf, setOf } from '../../lib/sets';
import { entryHexes, heldBack, newcomers, type Newcomer } from './tray';
import { cameIn, everybody, type Bringing } from './arriving';
import { RequestCache } from './requests';
import { faultOf } from '../../net/api';
import type { Fault } from '../../net/fault';
import { tellFault } from '../../i18n/faults';
import type { Action, BringInView, Illegal } from '../../wire/types';

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

  /** Rows of the tray whose units come in all together. */
  together = $state.raw<readonly string[]>([]);
  /** The rows that come in at the hex aimed at: those, or the one that is being placed. */
  readonly coming = $derived<Newcomer[]>(
    this.together.length
      ? this.tray.filter((n) => this.together.includes(n.key))
      : this.newcomer
        ? [this.newcomer]
        : [],
  );
  /** The newcomers as the question to the server names them: of the row being placed, one unit or division. */
  readonly company = $derived<string[]>(this.together.length ? everybody(this.coming) : (this.newcomer?.who ?? []));
  /** How they get to the hex aimed at, once the server has answered. */
  #bringing = $state.raw<Bringing | null>(null);
  readonly bringing = $derived(this.coming.length && this.#bringing?.to === this.aim ? this.#bringing : null);
  #plans = new RequestCache<BringInView>();

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

  /** Take a row of the tray to place one of it; with others already chosen, take it along or leave it out. */
  choose(key: string, add = false) {
    if (add && this.coming.length) {
      const keys = this.coming.map((row) => row.key);
      return this.bringAll(keys.includes(key) ? keys.filter((k) => k !== key) : [...keys, key]);
    }
    const same = this.arriving === key;
    this.take([]);
    this.arriving = same ? null : key;
    const first = this.newcomer && [...this.newcomer.hexes, ...this.newcomer.rail][0];
    if (first) this.makeRoom(first);
  }

  /** All units of these rows come in together: the next click says where. */
  bringAll(keys: readonly string[]) {
    this.take([]);
    this.together = keys;
    const entries = this.coming.flatMap((row) => [...row.hexes, ...row.rail]);
    if (entries.length) this.makeRoom(entries[0]);
  }

  protected pickEntry({ hex, go }: PointerInfo) {
    const { newcomer } = this;
    const gold = newcomer && (newcomer.hexes.has(hex) || newcomer.rail.has(hex));
    if (gold) return void this.enter(newcomer, hex);
    const again = this.aim === hex;
    // As with units in hand: a stack is a destination like any other, and clicked twice it is taken up instead.
    if (again && !go && this.takeable(hex)) return this.takeStack(hex);
    this.aimAtEnd(hex);
    if (go || again) void this.bringIn();
  }

  /** Aim at their destination; the server plans how they get there. */
  protected aimAtEnd(hex: Hex) {
    this.aim = hex;
    void this.#plan(hex);
  }
  async #plan(hex: Hex): Promise<Bringing | null> {
    const who = [...this.company];
    const asked = () => [hex, ...this.company].join(', ');
    const question = asked();
    try {
      const plan =
        this.#plans.known(question) ??
        (await this.#plans.get(question, () => this.game.ask('bring_in', { bring_in: { who, to: hex } })));
      if (asked() !== question) return null;
      this.#bringing = { to: hex, plan };
      return this.#bringing;
    } catch (error) {
      this.desk.refuse(faultOf(error));
      return null;
    }
  }

  /** Carry out the plan for the hex aimed at, action by action, and name the units that cannot come. */
  async bringIn() {
    const { aim } = this;
    if (!aim || this.game.busy || this.game.carrying) return;
    await this.game.carry(async () => {
      const bringing = await this.#plan(aim);
      if (!bringing) return;
      const { arrivals, left_out } = bringing.plan;
      this.memory.at = aim;
      const came = arrivals.slice(0, await this.#bring(arrivals.flatMap(({ actions }) => [actions])));
      if (!came.length && !left_out.length) return;
      const n = cameIn(came);
      this.desk.say(t('play.came', { n, hex: aim }));
      const whys = left_out.map(({ who, why }) =>
        t('play.came.why', { name: this.nameOf(who), why: tellFault(why, this.board) }),
      );
      if (whys.length) this.tell(t('play.came.not', { n, of: n + left_out.length, why: whys.join(t('list.stop')) }));
    });
  }
  /** How many of the orders were carried out. */
  async #bring(orders: readonly (readonly Action[])[]): Promise<number> {
    for (const [i, actions] of orders.entries()) {
      for (const action of actions) if (!(await this.act(action))) return i;
    }
    return orders.length;
  }
  nameOf(who: string): string {
    const row = this.tray.find((n) => n.who.includes(who));
    return row ? this.newcomerName(row) : who;
  }

  override cursor(hex: Hex) {
    super.cursor(hex);
    if (!this.coming.length) return;
    // The gold hexes are choices, which are not aimed at.
    if (this.newcomer?.hexes.has(hex) || this.newcomer?.rail.has(hex)) this.aim = null;
    else this.aimAtEnd(hex);
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
          // The regiments after the first, each if the server allows it.
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
    this.together = [];
  }
  override grabs(hex: Hex): boolean {
    return !this.coming.length && super.grabs(hex);
  }
  override prefetch(hex: Hex) {
    return this.coming.length ? null : super.prefetch(hex);
  }
}
