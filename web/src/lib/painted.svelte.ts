// What may come a frame later than what was just picked: it follows a value once the frame that shows the rest is painted.
import { untrack } from 'svelte';

/** Do it when the next frame has been painted; gives a way to call it off. */
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
