// Hover intent: a pointer that rests on a stack fans it out, until it leaves the stack and its tray.
import type { Hex } from '../lib/hex';

/** How long the pointer rests before it counts. */
export const REST_MS = 250;
/** How long it may take from the stack to the tray. */
export const GRACE_MS = 200;

export class HoverIntent {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly desk: { rested: Hex | null },
    /** Is there a stack to be fanned out, and is the player free to look at it? */
    private readonly wanted: (hex: Hex) => boolean,
  ) {}

  /** The pointer came to another hex, or left the map. */
  at(hex: Hex | null) {
    clearTimeout(this.#timer);
    if (this.desk.rested !== null) {
      if (hex !== this.desk.rested) this.#timer = setTimeout(() => (this.desk.rested = null), GRACE_MS);
    } else if (hex !== null && this.wanted(hex)) {
      this.#timer = setTimeout(() => {
        if (this.wanted(hex)) this.desk.rested = hex;
      }, REST_MS);
    }
  }

  /** Something else is done: no tray comes, and the one that is there goes. */
  end() {
    clearTimeout(this.#timer);
    this.desk.rested = null;
  }
}
