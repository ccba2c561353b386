// The calls of the referee's module: bytes in, bytes out. `crates/wasm/src/exports.rs` is the other side.
import type { Diagram } from '../lib/position';
import type { Ask, Reply } from '../wire/types';

/** What the module exports. A call returns the length of its answer or, if it could not read the message, the negated length of an error message. */
interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  told(): number;
  place(): number;
  ask(): number;
}

/** A referee: it answers synchronously, about the position it was given last. */
export class Calls {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #placed: Diagram | null = null;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  /** One reply for each question. Throws if the module cannot read a message, or fails. */
  ask(position: Diagram, asks: readonly Ask[]): Reply[] {
    if (this.#placed !== position) {
      this.#placed = null;
      this.#call('place', position);
      this.#placed = position;
    }
    return JSON.parse(this.#call('ask', asks)) as Reply[];
  }

  #call(name: 'place' | 'ask', message: unknown): string {
    const bytes = this.#encoder.encode(JSON.stringify(message));
    const { memory, room, told } = this.#exports;
    // The memory may move when it grows, so a view of it is good for one use.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = this.#exports[name]();
    const answer = this.#decoder.decode(new Uint8Array(memory.buffer, told(), Math.abs(length)));
    if (length < 0) throw new Error(answer);
    return answer;
  }
}
