// The march of the first Soviet turn [5.23]: which units have to march next, where they may end, and the rest by the server's plan.
// If no units are bound to march, nothing here asks or shows anything.
import type { Hex } from '../../lib/hex';
import { mapOf, setOf } from '../../lib/sets';
import { t } from '../../i18n/i18n.svelte';
import type { MarchEndView, MarchView, UnitId } from '../../wire/types';
import { faultOf } from '../../net/api';
import { EnterMode } from './entering.svelte';
import type { Course } from './plan';

const NO_ENDS: ReadonlyMap<Hex, MarchEndView> = mapOf([]);

export abstract class MarchMode extends EnterMode {
  /** The units that still have to march, and a plan for all of them; null if none are bound, or nothing is known yet. */
  march = $state.raw<MarchView | null>(null);
  /** Where the units in hand may end their march. */
  ends = $state.raw<ReadonlyMap<Hex, MarchEndView>>(NO_ENDS);
  #endsOf: readonly UnitId[] | null = null;

  /** Are units bound to march? */
  get bound(): ReadonlySet<UnitId> {
    return setOf(this.game.shown?.position.marching ?? []);
  }
  /** The hexes of the units that still have to march. */
  get due(): Hex[] {
    return [...setOf((this.march?.parties ?? []).map(({ hex }) => hex))];
  }

  override onlegal() {
    super.onlegal();
    if (this.game.decision && this.side === 'soviet' && this.bound.size) void this.#askMarch();
  }
  async #askMarch() {
    try {
      this.march = await this.game.ask('march', 'march');
    } catch (error) {
      this.desk.refuse(faultOf(error));
      return;
    }
    const [next] = this.march.parties;
    // After a march the next party is taken up, unless the player has begun something else.
    if (next && this.memory.marched && !this.occupied) this.take(next.units);
    this.memory.marched = false;
  }

  override take(units: readonly UnitId[]) {
    super.take(units);
    void this.#askEnds();
  }
  async #askEnds() {
    const { hand } = this;
    this.ends = NO_ENDS;
    this.#endsOf = hand;
    if (!hand.length || !hand.every((id) => this.bound.has(id))) return;
    try {
      const ends = await this.game.ask('march_ends', { march_ends: { units: [...hand] } });
      if (this.#endsOf === hand) this.ends = mapOf(ends.map((end) => [end.hex, end]));
    } catch {
      // Any refusal comes when the march is tried.
    }
  }

  /** Of a stack that has to march, the units that can go together. */
  override takeStack(hex: Hex) {
    const party = this.march?.parties.find((one) => one.hex === hex);
    if (party && this.start !== hex) this.take(party.units);
    else super.takeStack(hex);
  }

  /** An end of the march has its own way, which uses up all points. */
  override planTo(hex: Hex): Course | null {
    const end = this.legs.length || this.byRail ? undefined : this.ends.get(hex);
    if (!end || !this.start) return super.planTo(hex);
    const { path, left } = end;
    return { kind: 'walk', to: hex, path, cost: this.left - left, left, stops: true, overrun: null, rides: [] };
  }

  /** The rest of the march, as the server planned it. */
  async marchOn() {
    const plan = this.march?.plan ?? [];
    if (!plan.length || this.game.busy || this.game.carrying) return;
    this.take([]);
    await this.game.carry(async () => {
      for (const action of plan) if (!(await this.act(action))) return;
      this.desk.say(t('play.marched', { n: plan.length }));
    });
  }
}
