// Grace period: a pick and what the server says of it belong in one frame, so a pick waits a few milliseconds for the answer, which mostly has
// come by then, and is shown without it if not. Whatever else the player does meanwhile comes after it.

/** Nobody notices such a wait; a frame that is missed costs sixteen. */
const GRACE_MS = 11;

export class GracePeriod {
  #due: (() => void) | null = null;

  /** Do it once the answer is there, or a moment later without it; at once if there is nothing to wait for. */
  after(answer: Promise<unknown> | null, run: () => void) {
    this.now();
    if (!answer) return run();
    const once = () => {
      if (this.#due !== once) return;
      this.#due = null;
      run();
    };
    this.#due = once;
    answer.then(once, once);
    // An answer that has come and waits its turn is heard first.
    setTimeout(() => setTimeout(once), GRACE_MS);
  }

  /** Wait no longer. */
  now() {
    this.#due?.();
  }

  /** What it was for is gone. */
  drop() {
    this.#due = null;
  }
}
