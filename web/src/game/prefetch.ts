// Prefetch: a pointer or keyboard cursor that rests on a unit is about to pick it, so its reach is asked for beforehand. One question
// at a time, and none while the pointer passes over.
import type { Hex } from '../lib/hex';
import type { Mode } from './mode';

const REST_MS = 40;

export class Prefetch {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;

  constructor(private readonly mode: () => Mode | null) {}

  /** The pointer or the keyboard's hex has come here. */
  at(hex: Hex | null) {
    clearTimeout(this.#timer);
    if (hex) this.#timer = setTimeout(() => void this.#ask(hex), REST_MS);
  }

  async #ask(hex: Hex) {
    const answer = this.#asking ? null : (this.mode()?.prefetch?.(hex) ?? null);
    if (!answer) return;
    this.#asking = true;
    // Why it failed is told when the unit is picked.
    await answer.catch(() => {});
    this.#asking = false;
  }

  close() {
    clearTimeout(this.#timer);
  }
}
