// What all modes of combat share: the board, how to act, and what a click does that means nothing to the question.
import type { Hex } from '../../lib/hex';
import type { GameView, Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import type { Action, Side, UnitId } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import type { Command, Layers, Mode, Prompt } from '../mode';
import { unitsOf } from './names';

export abstract class CombatMode implements Mode {
  abstract readonly prompt: Prompt;
  abstract readonly commands: Command[];
  abstract readonly layers: Layers<never>;
  abstract readonly focus: readonly Hex[];
  abstract readonly picked: ReadonlySet<UnitId>;

  constructor(
    readonly desk: Desk,
    readonly side: Side,
  ) {}

  get game() {
    return this.desk.game;
  }
  get view(): GameView | null {
    return this.game.board;
  }
  /** Legal actions of one kind, as the server told them. */
  legal<K extends string>(kind: K): OfKind<K>[K][] {
    return ofKind(this.game.legal?.actions ?? [], kind);
  }
  unit(id: UnitId): Unit | null {
    return this.view?.units.get(id) ?? null;
  }
  unitsBy(ids: readonly UnitId[]): Unit[] {
    return this.view ? unitsOf(this.view, ids) : [];
  }
  /** Who is asked, where two play at one screen. */
  get lead(): string | undefined {
    return this.game.hotseat ? t('combat.asked', { side: t(`side.${this.side}`) }) : undefined;
  }

  /** Why nothing can be answered yet: what is legal has not come. */
  get waiting(): Command['disabled'] {
    return this.game.legal ? null : { reason: t('combat.prompt.wait'), soon: true };
  }

  /** The answer that is offered, once what is legal is known. */
  protected offer(label: string, run: () => Promise<boolean>, disabled = this.waiting): Command {
    return { id: 'confirm', label, key: 'enter', primary: true, disabled, run: () => void run() };
  }

  /** Act; false if it was refused, which the player has then been told. */
  act(action: Action): Promise<boolean> {
    return this.desk.attempt(this.game.act(action));
  }

  /** Legal actions of one kind at this very moment, in the midst of several actions. */
  legalNow<K extends string>(kind: K): OfKind<K>[K][] {
    return ofKind(this.game.legalNow?.actions ?? [], kind);
  }

  abstract pick(info: PointerInfo): void;

  /** A click on a hex that means nothing to the question: show the hex. */
  look({ hex, touch }: PointerInfo) {
    this.desk.inspect(hex);
    if (touch && this.view?.stacks.has(hex)) this.desk.fan = this.desk.fan === hex ? null : hex;
  }

  cancel(): boolean {
    const { inspected } = this.desk;
    this.desk.inspect(null);
    return inspected !== null;
  }
}

/** The digit of a key, from 1; 0 if it is none. */
export const digitOf = (event: KeyboardEvent) => (/^[1-9]$/.test(event.key) ? Number(event.key) : 0);

type OfKind<K extends string> = Extract<Action, Record<K, unknown>>;
const ofKind = <K extends string>(actions: readonly Action[], kind: K): OfKind<K>[K][] =>
  actions.filter((a): a is OfKind<K> => typeof a === 'object' && kind in a).map((a) => a[kind]);
