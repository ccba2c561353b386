// Grace period: a pick and the server's answer should appear in one frame. So a pick waits a few milliseconds for
// the answer, which has usually come by then, and is shown without it if not. Other input meanwhile is handled
// after it.

/** Such a wait is imperceptible; a missed frame costs sixteen milliseconds. */
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
