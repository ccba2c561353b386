// What the modes outside combat share: ending the phase, looking at a hex, acting, and explaining refusals.
import type { Hex } from '../../lib/hex';
import type { GameView, Stack, Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import { settings } from '../../settings/settings.svelte';
import { caseOf, type Fault } from '../../net/fault';
import type { Action, Decision, Side, UnitId } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import { faultOf } from '../../net/api';
import type { Command, Layers, Mode, Prompt } from '../mode';
import { mayEnd } from './legal';
import { setOf } from '../../lib/sets';
import { readOrder, type Order } from './typed';

export abstract class PlayMode implements Mode {
  abstract readonly prompt: Prompt;
  abstract readonly layers: Layers<never>;
  readonly side: Side;
  /** The question before the phase ends is being asked. */
  ending = $state(false);
  /** Why the phase cannot end yet. */
  duty = $state.raw<Fault | null>(null);

  constructor(
    readonly desk: Desk,
    decision: Decision,
  ) {
    this.side = decision.side;
  }

  get game() {
    return this.desk.game;
  }
  get board(): GameView | null {
    return this.game.board;
  }
  get picked(): ReadonlySet<UnitId> {
    return NOBODY;
  }
  get focus(): readonly Hex[] {
    return [];
  }
  /** What could still be done, to be shown before the phase ends. */
  get undone(): Unit[] {
    return [];
  }
  /** Hexes that hold more of one's combat units than the limit allows at the end of a Movement Phase [7.1, 7.2]. */
  get crowded(): Hex[] {
    return [];
  }
  /** Is something in hand, so that ending the phase is not the thing to do? */
  get occupied(): boolean {
    return false;
  }

  get commands(): Command[] {
    return [this.endCommand];
  }

  /** Where that has to be done, if the message names a unit on the map or a hex. */
  get dutyHex(): Hex | null {
    const facts = this.duty && 'facts' in this.duty ? this.duty.facts : {};
    if ('unit' in facts) return this.board?.units.get(facts.unit)?.hex ?? null;
    return 'hex' in facts ? facts.hex : null;
  }

  /** The label of the button that ends the phase. */
  get endLabel(): string {
    return t('play.end');
  }

  get endCommand(): Command {
    const may = mayEnd(this.game.legal);
    return {
      id: 'end_phase',
      label: this.endLabel,
      key: 'e',
      primary: !this.occupied && !this.ending,
      disabled: may
        ? null
        : {
            reason: this.duty ? tellFault(this.duty, this.board) : t('play.wait'),
            case: caseOf(this.duty),
            ...(!this.game.legal && { soon: true }),
          },
      run: () => this.end(),
    };
  }

  /** Why the phase cannot end is asked as soon as that is known, so that its button can say it. */
  onlegal() {
    if (!mayEnd(this.game.legal) && !this.#asked) void this.#askDuty();
  }
  #asked = false;
  async #askDuty() {
    this.#asked = true;
    try {
      const { refused } = await this.game.ask('check', { check: { action: 'done' } });
      this.duty = refused ?? null;
    } catch {
      // Without the server there is nothing to explain; the notice of the connection says so.
    }
  }

  /** End the phase; ask first if something could still be done and the player wants to be asked. */
  end() {
    if (!this.ending && settings().confirmEnd && this.worthAsking) {
      this.ending = true;
      return;
    }
    this.ending = false;
    void this.act('done');
  }
  get worthAsking(): boolean {
    return this.undone.length > 0;
  }

  /** Act; false if it was refused, after telling the player. */
  act(action: Action): Promise<boolean> {
    return this.desk.attempt(this.game.act(action));
  }

  /** Tell the player why an action is not among the legal ones. */
  async explain(action: Action) {
    try {
      const { refused } = await this.game.ask('check', { check: { action } });
      if (refused) this.desk.refuse(refused);
    } catch (error) {
      this.desk.refuse(faultOf(error));
    }
  }
  tell(text: string) {
    this.desk.notice = { kind: 'refusal', text };
    this.desk.say(text);
  }

  stackAt(hex: Hex | null): Stack | null {
    return (hex && this.board?.stacks.get(hex)) || null;
  }
  ownStack(hex: Hex | null): Stack | null {
    const stack = this.stackAt(hex);
    return stack?.side === this.side ? stack : null;
  }
  unitsOf(ids: readonly UnitId[]): Unit[] {
    return ids.map((id) => this.board?.units.get(id)).filter((unit) => unit !== undefined);
  }

  abstract pick(info: PointerInfo): void;

  look({ hex, touch }: PointerInfo) {
    this.desk.inspect(hex);
    if (touch && this.stackAt(hex)) this.desk.fan = this.desk.fan === hex ? null : hex;
  }

  cancel(): boolean {
    if (this.ending) {
      this.ending = false;
      return true;
    }
    const { inspected } = this.desk;
    this.desk.inspect(null);
    return inspected !== null;
  }

  async type(line: string): Promise<string | null> {
    const order = readOrder(line);
    if (!order) return null;
    if (order.order === 'wrong') return t(`play.typed.${order.why}`, { word: order.word });
    if (order.order === 'end') {
      const { disabled } = this.endCommand;
      if (disabled) return disabled.reason;
      this.ending = true;
      this.end();
      return t('play.typed.ended');
    }
    if (order.order === 'cancel') {
      this.cancel();
      return t('play.typed.put');
    }
    return this.obey(order);
  }
  /** Carry out an order of this phase; null if it belongs to another. */
  protected abstract obey(order: Order): Promise<string | null>;
}

const NOBODY: ReadonlySet<UnitId> = setOf([]);
