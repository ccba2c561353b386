// A value that follows another one frame later, once the frame with the rest is painted.
import { untrack } from 'svelte';

/** Run it when the next frame has been painted; returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The value as it was when the last frame was painted; to be made while a component is. */
export class Painted<T> {
  #current = $state.raw() as T;

  constructor(value: () => T) {
    this.#current = untrack(value);
    $effect(() => {
      const next = value();
      if (next !== untrack(() => this.#current)) return afterPaint(() => (this.#current = next));
    });
  }

  get current(): T {
    return this.#current;
  }
}
