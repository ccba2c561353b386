// Waiting that can be paused, and cut short.
export interface Timers {
  later: (run: () => void, ms: number) => () => void;
  now: () => number;
}

export const browserTimers: Timers = {
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};

interface Wait {
  left: number;
  since: number;
  cancel: (() => void) | null;
  done: () => void;
}

export class Clock {
  #waits = new Set<Wait>();
  #paused = false;

  constructor(private readonly timers: Timers = browserTimers) {}

  now(): number {
    return this.timers.now();
  }

  wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wait: Wait = {
        left: ms,
        since: this.timers.now(),
        cancel: null,
        done: () => {
          this.#waits.delete(wait);
          resolve();
        },
      };
      this.#waits.add(wait);
      if (!this.#paused) this.#start(wait);
    });
  }

  pause() {
    if (this.#paused) return;
    this.#paused = true;
    for (const wait of this.#waits) {
      wait.cancel?.();
      wait.cancel = null;
      wait.left = Math.max(0, wait.left - (this.timers.now() - wait.since));
    }
  }

  go() {
    if (!this.#paused) return;
    this.#paused = false;
    for (const wait of this.#waits) this.#start(wait);
  }

  /** Every wait is over now. */
  cut() {
    this.#paused = false;
    for (const wait of [...this.#waits]) {
      wait.cancel?.();
      wait.done();
    }
  }

  #start(wait: Wait) {
    wait.since = this.timers.now();
    wait.cancel = this.timers.later(wait.done, wait.left);
  }
}
