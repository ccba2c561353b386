// Giving standing orders in a Movement Phase, and having them carried out when it begins.
import type { Hex } from '../../lib/hex';
import type { GameView } from '../../lib/position';
import { t } from '../../i18n/i18n.svelte';
import type { PointerInfo } from '../../map/gestures';
import type { UnitId } from '../../wire/types';
import type { Command } from '../mode';
import { Errands } from './errands';
import { MarchMode } from './marching.svelte';
import { handName } from './names';
import { standingOf, type Errand, type Standing, type StandingOrder } from './standing.svelte';

export abstract class OrderMode extends MarchMode {
  /** The order of the units in hand is being given: the waypoints so far; null while none is. */
  ordering = $state.raw<readonly Hex[] | null>(null);

  get standing(): Standing {
    return standingOf(this.game);
  }
  /** Those of this side whose units are on the map. */
  get standingOrders(): readonly StandingOrder[] {
    return this.standing.all.filter(({ units }) => this.board?.units.get(units[0])?.side === this.side);
  }
  get #phase(): string {
    const { now } = this.game;
    return `${now?.turn} ${now?.phase}`;
  }

  /** Units with a standing order are left out of the questions. */
  override get undone() {
    return super.undone.filter((unit) => !this.settled(unit.id));
  }
  protected override settled(unit: UnitId): boolean {
    return this.standing.of(unit) !== null;
  }

  onasked() {
    void this.runStanding();
  }
  /** Carries out all that are due as one order, which one undo takes back. */
  async runStanding() {
    if (this.game.carrying || this.game.busy || !this.game.legal) return;
    const errands = new Errands(this.game, this.standing, this.side, (action) => this.act(action));
    const phase = this.#phase;
    if (!errands.due(phase).length) return;
    await this.game.carry(async () => {
      const { went, told } = await errands.run(phase);
      const lines = [...(went ? [t('standing.went', { n: went })] : []), ...told];
      if (lines.length) this.desk.messages.tell({ kind: 'news', text: lines.join(t('list.stop')) });
    });
  }

  /** The next click says what the units in hand are to do. */
  beginOrder() {
    this.ordering = this.ordering ? null : [];
    this.aim = null;
  }
  /** A click while an order is given: one's own hex holds, a stack is followed, any other hex is marched to. */
  protected pickErrand({ hex, shift }: PointerInfo) {
    const route = this.ordering ?? [];
    if (hex === this.start && !route.length) return this.#give({ kind: 'hold' });
    const stack = this.ownStack(hex);
    const [leader] = stack?.units ?? [];
    if (leader && hex !== this.start && !route.length) return this.#give({ kind: 'follow', whom: leader.id });
    if (shift) this.ordering = [...route, hex];
    else this.#give({ kind: 'march', route: [...route, hex] });
  }
  #give(errand: Errand) {
    const units = [...this.hand];
    // A march begins at once; holding or following needs no action now.
    const ran = errand.kind === 'march' ? '' : this.#phase;
    this.standing.give({ units, errand, ran });
    const name = handName(this.units);
    this.ordering = null;
    this.take([]);
    this.desk.say(t('standing.given', { name, what: tellErrand(errand, this.board) }));
    void this.runStanding();
  }

  get orderCommands(): Command[] {
    if (!this.hand.length || this.others.length) return [];
    const given = this.standing.of(this.hand[0]);
    const order: Command = {
      id: 'standing',
      label: t('standing.order'),
      key: "'",
      tint: this.ordering !== null,
      run: () => this.beginOrder(),
    };
    const drop: Command = {
      id: 'standing_drop',
      label: t('standing.drop'),
      run: () => this.standing.drop(this.hand),
    };
    return given ? [order, drop] : [order];
  }

  protected override reset() {
    super.reset();
    this.ordering = null;
  }
}

/** `marches to 2216 by 1915`. */
export function tellErrand(errand: Errand, board: GameView | null): string {
  if (errand.kind === 'hold') return t('standing.holds');
  if (errand.kind === 'follow') {
    const whom = board?.units.get(errand.whom);
    return t('standing.follows', { name: whom ? handName([whom]) : '', hex: whom?.hex ?? '' });
  }
  const via = errand.route.slice(0, -1).join(t('list.comma'));
  const hex = errand.route.at(-1) ?? '';
  return via ? t('standing.marches.by', { hex, via }) : t('standing.marches', { hex });
}
