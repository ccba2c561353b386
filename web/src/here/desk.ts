// Calls of a module in a worker: a table at its desk, or a program at its own.
import type { Call, Told } from './worker';

/** The calls of `crates/wasm/src/exports/table.rs`, and the referee's. */
export type CallName = 'open' | 'receive' | 'tell' | 'seat' | 'place' | 'ask' | 'choose' | 'hurry';

export interface Desk {
  /** Message and answer are JSON. Rejects where the module cannot read the message, or fails. */
  call<T>(name: CallName, message?: unknown): Promise<T>;
  /** What a program tells while it thinks: a message to the players. */
  onwatch: (message: unknown) => void;
  /** It ends at once, in the middle of a call too; open calls are never answered. */
  end(): void;
}

/** The worker ended by itself, or the module broke. */
export class Broken extends Error {}

/** A desk in a worker of its own. */
export function deskWith(compiled: WebAssembly.Module): Desk {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: Error) => void }>();
  let n = 0;
  const desk: Desk = {
    call: <T>(name: CallName, message?: unknown) =>
      new Promise<T>((resolve, reject) => {
        waiting.set(++n, { resolve, reject });
        const text = message === undefined ? '' : JSON.stringify(message);
        worker.postMessage({ n, name, message: text } satisfies Call);
      }),
    onwatch: () => {},
    end: () => worker.terminate(),
  };
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('watched' in data) return desk.onwatch(JSON.parse(data.watched));
    const call = waiting.get(data.n);
    waiting.delete(data.n);
    if ('failed' in data) call?.reject(new Broken(data.failed));
    else call?.resolve((data.answer ? JSON.parse(data.answer) : null) as never);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Broken(event.message));
    waiting.clear();
  };
  worker.postMessage(compiled);
  return desk;
}
