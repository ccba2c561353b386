// Deferred work: done piece by piece, with pauses, once the page is shown and responsive.
import { flushSync } from 'svelte';

/** Time slice: one round takes at most this long, but for the piece that is begun last. */
const ROUND_MS = 6;
/** Between rounds what was drawn is painted, and the player is listened to. */
const PAUSE_MS = 8;
/** The first round waits for what is needed at once. */
const FIRST_MS = 30;

let queue: (() => void)[] = [];
/** What comes when nothing else is left. */
const last: (() => void)[] = [];
let waiting = false;

/** Run it when there is time, before all others if `first`; returns a function that cancels it. */
export function later(piece: () => void, first = false): () => void {
  if (first) queue.unshift(piece);
  else queue.push(piece);
  if (!waiting) pause(FIRST_MS);
  return () => {
    queue = queue.filter((other) => other !== piece);
  };
}

/** Run it when all else has been done. */
export function atLast(piece: () => void) {
  last.push(piece);
  if (!waiting) pause(FIRST_MS);
}

function pause(ms: number) {
  waiting = true;
  setTimeout(round, ms);
}

function round() {
  const end = performance.now() + ROUND_MS;
  waiting = false;
  while (queue.length + last.length && performance.now() < end) {
    (queue.shift() ?? last.shift())?.();
    // What it changes is drawn now, as part of its time.
    flushSync();
  }
  if (queue.length + last.length) pause(PAUSE_MS);
}
