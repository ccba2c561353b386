// The calls of the referee's module: bytes in, bytes out. `crates/wasm/src/exports.rs` is the other side.
import type { Diagram } from '../lib/position';
import type { Ask, Reply } from '../wire/types';

/** What the module exports. A call gives the length of its answer, or of a sentence about a message it could not read, negative. */
interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  told(): number;
  place(): number;
  ask(): number;
}

/** One referee: it answers at once, about the position that it was given last. */
export class Calls {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #placed: Diagram | null = null;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  /** One reply for each question. Throws where the module cannot read a message, or fails. */
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
    // The memory may move when it grows, so that a view of it lasts for one use.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = this.#exports[name]();
    const answer = this.#decoder.decode(new Uint8Array(memory.buffer, told(), Math.abs(length)));
    if (length < 0) throw new Error(answer);
    return answer;
  }
}
