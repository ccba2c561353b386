// Shared state of the game's screen, provided by context: the game, the player's view state, the animation, the
// current mode.
import { createContext, untrack } from 'svelte';
import type { Hex } from '../lib/hex';
import { Desk } from './desk.svelte';
import { Game } from './game.svelte';
import type { Decision, Now, Side } from '../wire/types';
import { Prefetch } from './prefetch';
import type { Command, Mode } from './mode';
import { t } from '../i18n/i18n.svelte';
import { heard } from '../settings/keys.svelte';
import { pastCommands } from './frame/past';
import { modeFor } from './modes.svelte';
import { Seeing } from './see/seeing.svelte';
import { Unread } from './see/unread.svelte';
import { Director } from './time/director.svelte';
import { Waiting } from './waiting.svelte';

export class Screen {
  readonly game: Game;
  readonly desk: Desk;
  readonly director: Director;
  readonly prefetch: Prefetch;
  /** Made with the screen: a value derived in a tab of the panel would go stale with that tab. */
  readonly seeing: Seeing;
  readonly unread: Unread;

  /** Only this side's questions are asked here; a guide answers for the other. */
  only = $state<Side | null>(null);
  /** May the player decide now: not while the past is shown or a move is being played. */
  readonly deciding = $derived.by(() => {
    const { stage, decision } = this.game;
    if (stage || this.director.playing) return null;
    return decision && (!this.only || decision.side === this.only) ? decision : null;
  });
  /** What the player can do now, and the decision it is about. */
  #current = $state.raw() as Current;

  /** An order is on its way: the question on the screen has been answered, the next is not known yet. */
  readonly busy = $derived.by(() => this.game.busy > 0 || this.game.carrying > 0);
  /** The question is asked, and what may be answered is known. */
  readonly asking = $derived.by(() => (!this.busy && this.game.legal ? this.deciding : null));
  /** Something will be asked in a moment, or answered. */
  readonly soon = $derived.by(() => this.busy || (this.deciding !== null && !this.game.legal));
  #held: { asked: Asked; again: () => void }[] = [];

  constructor(id: string) {
    this.game = new Game(id);
    this.desk = new Desk(this.game);
    this.director = new Director(this.desk);
    this.seeing = new Seeing(this.game);
    this.unread = new Unread(this.desk);
    this.prefetch = new Prefetch(() => (this.busy ? null : this.mode));
    this.#current = { mode: new Waiting(this.desk), decision: null, now: null };
    // Before anything is drawn of a new decision, so that no frame shows it in the mode of the last one.
    $effect.pre(() => {
      const { now, carrying } = this.game;
      // What an order asks on its way has been answered with it.
      if (!carrying) this.#changeMode(this.deciding, now);
    });
    $effect(() => {
      const { mode } = this;
      if (this.game.legal) untrack(() => mode.onlegal?.());
    });
    $effect(() => {
      const { mode } = this;
      if (this.asking) untrack(() => mode.onasked?.());
    });
  }

  get mode(): Mode {
    return this.#current.mode;
  }

  /** A new mode for every decision; what is in hand does not outlive it. An action makes a new decision of the same question. */
  #changeMode(decision: Decision | null, now: Now | null) {
    untrack(() => {
      const last = this.#current;
      if (last.decision === decision && last.now === now) return;
      last.mode.close?.();
      this.desk.grace.drop();
      this.#current = { mode: modeFor(this.desk, decision), decision, now };
    });
  }

  close() {
    this.mode.close?.();
    this.prefetch.close();
    this.game.close();
  }

  /** The commands by key; true if one took it. */
  key(event: KeyboardEvent, cursor: Hex | null): boolean {
    if (event.ctrlKey || event.metaKey) return this.#past(event);
    if (event.altKey) return false;
    const key = heard(event);
    const command = key === 'enter' ? this.enter() : this.#commands().find((c) => c.key === key);
    if (command) {
      // A key held down is one answer, not one to every question that comes up meanwhile.
      if (!event.repeat || key !== 'enter') this.run(command);
      return true;
    }
    if (key === 'escape') {
      this.desk.dropRefusal();
      if (this.director.playing) this.director.skip();
      else if (this.desk.sheet) this.desk.sheet = null;
      else if (this.desk.fan ?? this.desk.rested) this.desk.fan = this.desk.rested = null;
      else return this.mode.cancel();
      return true;
    }
    return !this.busy && (this.mode.key?.(event, cursor) ?? false);
  }

  /**
   * What Enter does: what the highlighted button says. One with a key of its own gives way where the keyboard's hex has been moved:
   * Enter then means that hex.
   */
  enter(aimed = false): Command | undefined {
    const { commands } = this.mode;
    return commands.find((c) => c.key === 'enter') ?? (aimed ? undefined : commands.find((c) => c.primary));
  }

  /** "Show me": the hexes that the sentence is about, one after another; null where it is about none. */
  get showMe(): Command | null {
    if (this.director.playing) return null;
    const at = (this.mode.prompt.at ?? []).filter(Boolean);
    if (!at.length) return null;
    const run = () => this.desk.show(at[(at.indexOf(this.desk.pointed ?? '') + 1) % at.length]);
    return { id: 'show_me', label: t('frame.show'), key: ';', run };
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
    this.desk.grace.now();
    const { disabled, id, key } = command;
    if (this.busy || disabled?.soon) {
      // Enter agrees to what stands on the screen, never to a question that nobody has seen yet.
      if (!this.busy || key !== 'enter') this.hold(() => this.#runAgain(id));
      return;
    }
    this.desk.dropRefusal();
    if (!disabled) return command.run();
    const { reason, case: rule } = disabled;
    this.desk.notice = { kind: 'refusal', text: reason, rule };
    this.desk.say(reason);
  }
  #runAgain(id: string) {
    const command = this.#commands().find((c) => c.id === id);
    if (command) this.run(command);
  }
  #commands(): Command[] {
    const { undo, redo, reset } = pastCommands(this.desk);
    const { showMe } = this;
    return [...this.mode.commands, ...(showMe ? [showMe] : []), undo, redo, reset];
  }

  /** Input that comes before the legal actions are known: keep it until then. False if nothing is awaited. */
  hold(again: () => void): boolean {
    if (!this.soon) return false;
    this.#held = [...this.#held, { asked: this.#asked(), again }].slice(-MOST_HELD);
    return true;
  }
  /** Do what was kept if the same is asked again, of the same side; for when `soon` is over. */
  release() {
    if (this.soon) return;
    const held = this.#held;
    this.#held = [];
    const now = this.#asked();
    for (const { asked, again } of held) {
      if (asked?.side === now?.side && asked?.question === now?.question) again();
    }
    for (const resume of this.#resting.splice(0)) resume();
  }
  /** Wait until it is known what may be done, or that nothing is to be decided. */
  async settled(): Promise<void> {
    while (this.soon) await new Promise<void>((resume) => this.#resting.push(resume));
  }
  #resting: (() => void)[] = [];
  /** What the mode on the screen is about. */
  #asked(): Asked {
    return this.#current.decision;
  }
}

interface Current {
  mode: Mode;
  decision: Decision | null;
  now: Now | null;
}
type Asked = Pick<Decision, 'side' | 'question'> | null;
/** The most inputs that are queued. */
const MOST_HELD = 8;

export const [useScreen, provideScreen] = createContext<Screen>();
