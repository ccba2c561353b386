// The referee in a worker, for questions that take longer than a few milliseconds. The first message is the module, each later one
// a round of questions, with the position if it has changed.
import type { Diagram } from '../lib/position';
import type { Ask, Reply } from '../wire/types';
import { Calls } from './calls';

/** Questions to the worker. */
export interface Round {
  n: number;
  position?: Diagram;
  asks: readonly Ask[];
  /** Do not send the replies: reading them all would block the page for a while. */
  rehearsal?: true;
}
/** Its replies; none if it failed. */
export interface Told {
  n: number;
  replies: Reply[] | null;
}

let calls: Calls | null = null;
let position: Diagram | null = null;

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Round>) => {
  if (data instanceof WebAssembly.Module) {
    calls = new Calls(data);
    return;
  }
  position = data.position ?? position;
  const replies = repliesTo(data.asks);
  postMessage({ n: data.n, replies: replies && data.rehearsal ? [] : replies } satisfies Told);
});

function repliesTo(asks: readonly Ask[]): Reply[] | null {
  try {
    return calls && position && calls.ask(position, asks);
  } catch {
    // The page asks the server instead.
    return null;
  }
}
