// Everything a part of the game's screen may need, given by context: the game, what this player looks at, what is being
// shown, the mode of the moment.
import { createContext, untrack } from 'svelte';
import type { Hex } from '../lib/hex';
import { Desk } from './desk.svelte';
import { Game } from './game.svelte';
import type { Side } from '../wire/types';
import type { Command, Mode } from './mode';
import { heard } from '../settings/keys.svelte';
import { pastCommands } from './frame/past';
import { modeFor } from './modes.svelte';
import { Director } from './time/director.svelte';

export class Screen {
  readonly game: Game;
  readonly desk: Desk;
  readonly director: Director;
  #mode: Mode | null = null;

  /** Only this side's questions are asked here; a guide answers for the other. */
  only = $state<Side | null>(null);
  /** May the player decide now: not while the past is shown or a move is being played. */
  readonly deciding = $derived.by(() => {
    const { stage, decision } = this.game;
    if (stage || this.director.playing) return null;
    return decision && (!this.only || decision.side === this.only) ? decision : null;
  });
  /** A new one for every decision; what is in hand does not outlive it. */
  readonly mode: Mode = $derived.by(() => {
    const decision = this.deciding;
    // A new action makes a new decision even if the question is the same.
    void this.game.now;
    return untrack(() => {
      this.#mode?.close?.();
      this.#mode = modeFor(this.desk, decision);
      return this.#mode;
    });
  });

  constructor(id: string) {
    this.game = new Game(id);
    this.desk = new Desk(this.game);
    this.director = new Director(this.desk);
  }

  close() {
    this.#mode?.close?.();
    this.game.close();
  }

  /** The commands by key; true if one took it. */
  key(event: KeyboardEvent, cursor: Hex | null): boolean {
    if (event.ctrlKey || event.metaKey) return this.#past(event);
    if (event.altKey) return false;
    const key = heard(event);
    const { undo, redo } = pastCommands(this.desk);
    const command = [...this.mode.commands, undo, redo].find((c) => c.key === key);
    if (command) {
      this.run(command);
      return true;
    }
    if (key === 'escape') {
      if (this.director.playing) this.director.skip();
      else if (this.desk.sheet) this.desk.sheet = null;
      else if (this.desk.fan) this.desk.fan = null;
      else return this.mode.cancel();
      return true;
    }
    return this.mode.key?.(event, cursor) ?? false;
  }

  /** Undo and redo as everywhere else: Ctrl Z, Ctrl Y, Ctrl Shift Z. */
  #past(event: KeyboardEvent): boolean {
    const { undo, redo } = pastCommands(this.desk);
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return false;
    this.run(key === 'y' || event.shiftKey ? redo : undo);
    return true;
  }

  /** Run a command, or say why it cannot be run. */
  run(command: Command) {
    const { disabled } = command;
    if (!disabled) return command.run();
    const { reason, case: rule } = disabled;
    this.desk.notice = {
      kind: 'refusal',
      text: reason,
      ...(rule && { fault: { code: 'illegal', message: reason, case: rule } }),
    };
    this.desk.say(reason);
  }
}

export const [useScreen, provideScreen] = createContext<Screen>();
