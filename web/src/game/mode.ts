// What the player can do now. Each kind of decision has a mode: it says in one sentence what to do, offers
// commands, and handles picks on the map. The frame of the game draws whatever the mode provides.
import type { Component } from 'svelte';
import type { Hex } from '../lib/hex';
import type { PointerInfo } from '../map/gestures';
import type { UnitId } from '../wire/types';

export interface Command {
  /** Names it in tests and in the keyboard help: `end_phase`, `move`, `attack`. */
  id: string;
  label: string;
  /** A key as `KeyboardEvent.key` has it, lower case. */
  key?: string;
  /** The one thing to do now; at most one command is. */
  primary?: boolean;
  /** Second best. */
  tint?: boolean;
  /** Why it cannot be done now, with the case if a rule forbids it. */
  disabled?: {
    reason: string;
    case?: string;
    /** Only until the server has said what is legal: a command given meanwhile is run then. */
    soon?: boolean;
  } | null;
  run: () => void;
}

export interface Prompt {
  /** The unit or thing it is about, in bold before the sentence. */
  lead?: string;
  text: string;
  /** The hexes it is about, for "show me"; the first one matters most. */
  at?: readonly Hex[];
}

/** Drawn where the name says; each gets the mode as its property `mode`. */
export interface Layers<M> {
  /** Beneath the names of the map, in map units: areas, reach. */
  under?: Component<{ mode: M }>;
  /** Above them: paths, arrows, ghosts. */
  over?: Component<{ mode: M }>;
  /** On top, may take the pointer (`data-takes-pointer`). */
  top?: Component<{ mode: M }>;
  /** HTML over the map: a sheet or a question beside a hex. */
  beside?: Component<{ mode: M }>;
  /** In the panel's first tab, above the stack that is looked at. */
  panel?: Component<{ mode: M }>;
}

export interface Mode {
  readonly prompt: Prompt;
  readonly commands: Command[];
  readonly layers: Layers<never>;
  /** Units in hand, ringed in gold. */
  readonly picked: ReadonlySet<UnitId>;
  /** On a phone: the panel of this mode is worth a part of the screen now. */
  readonly wantsPanel?: boolean;
  /** What the panel then has, for the button that opens it; without, who waits beside the map. */
  readonly panelName?: string;
  /** Hexes that the popover must not cover. */
  readonly focus: readonly Hex[];
  pick(info: PointerInfo): void;
  /** A counter of a fanned stack or a list was picked. */
  pickUnit?(unit: UnitId, add: boolean): void;
  hover?(hex: Hex | null): void;
  /** The keyboard's hex has come here. Without, it is a hover. */
  cursor?(hex: Hex): void;
  /** Ask what a pick of this hex would need to know; null if there is nothing to ask or the answer is there. */
  prefetch?(hex: Hex): Promise<unknown> | null;
  grabs?(hex: Hex): boolean;
  /** Does a drag draw a lasso around stacks? */
  gathers?(shift: boolean): boolean;
  /** These hexes have been drawn around. */
  lasso?(hexes: readonly Hex[]): void;
  drag?(from: Hex, to: Hex | null, stage: 'move' | 'end' | 'cancel'): void;
  /** A key the commands do not take; true if it was used. */
  key?(event: KeyboardEvent, cursor: Hex | null): boolean;
  /** A typed line such as `2216 > 2015`; null if it is not for this mode, else what to tell the player. */
  type?(line: string): Promise<string | null>;
  /** What a screen reader is told of a hex, after what lies there: can it be reached, what does it cost. */
  describe?(hex: Hex): string;
  /** One step back: the last thing chosen, aimed at or taken; false if there was nothing. */
  cancel(): boolean;
  /** What is legal has come, or this mode has taken over when it was known: the time to ask what depends on it. */
  onlegal?(): void;
  /** The question can be answered: what is legal is known, and nothing is on its way. */
  onasked?(): void;
  /** The mode ends. */
  close?(): void;
}
