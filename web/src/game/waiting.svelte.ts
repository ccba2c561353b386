// The mode without a decision: the opponent's move, the past, or watching. Stacks can still be inspected.
import type { PointerInfo } from '../map/gestures';
import { t } from '../i18n/i18n.svelte';
import type { Desk } from './desk.svelte';
import { tellEnd } from './frame/ending';
import { isOpen, isProgram, playerName } from './frame/seats';
import type { Command, Layers, Mode, Prompt } from './mode';
import { setOf } from '../lib/sets';
import CombatPanel from './combat/CombatPanel.svelte';

export class Waiting implements Mode {
  readonly picked: ReadonlySet<string> = setOf([]);
  readonly focus = [];
  readonly commands: Command[] = [];

  constructor(readonly desk: Desk) {}

  /** Shows where a combat of others takes place. */
  get layers(): Layers<never> {
    const board = this.desk.game.board;
    const fighting = board?.combat || board?.phase.endsWith('combat');
    return fighting ? ({ panel: CombatPanel } as Layers<never>) : {};
  }

  get prompt(): Prompt {
    const { game } = this.desk;
    if (!game.live) return { text: t('frame.wait.loading') };
    if (game.stage && game.stage.ply !== game.live.ply) return { text: t('frame.wait.past') };
    if (game.over) return { lead: t('frame.wait.over'), text: tellEnd(game.over, game.live.position.turn) };
    const side = game.now?.decision?.side;
    if (!side) return { text: '' };
    const seat = game.view?.seats[side];
    if (isOpen(seat)) return { text: t('frame.wait.open', { side: t(`side.${side}`) }) };
    const name = playerName(game, side);
    if (isProgram(seat)) return { text: t('frame.wait.program', { name }) };
    if (game.you.includes(side)) return { text: t('frame.wait.playing') };
    if (game.spectator) return { text: t('frame.wait.watch', { side: t(`side.${side}`), name }) };
    return { text: t('frame.wait.opponent', { name }) };
  }

  pick({ hex, touch }: PointerInfo) {
    this.desk.inspect(hex);
    if (touch) this.desk.fan = this.desk.fan === hex ? null : hex;
  }

  cancel(): boolean {
    const { inspected } = this.desk;
    this.desk.inspect(null);
    return inspected !== null;
  }
}
