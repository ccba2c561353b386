// A module of ours: bytes in, bytes out. `crates/wasm/src/exports.rs` is the other side.

/** What every module exports. A call returns the length of its answer or, if it could not read the message, the negated length of an error message. */
interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  told(): number;
}

export class Module {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  /** A program in the module tells `watch` how far it is, in the middle of a call. */
  constructor(compiled: WebAssembly.Module, watch?: (message: string) => void) {
    const page = {
      watch: (at: number, length: number) => watch?.(this.#read(at, length)),
    };
    const instance = watch ? new WebAssembly.Instance(compiled, { page }) : new WebAssembly.Instance(compiled);
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Throws where the module cannot read the message, or fails. */
  call(name: string, message: string): string {
    const bytes = this.#encoder.encode(message);
    const { memory, room, told } = this.#exports;
    // The memory may move when it grows, so a view of it is good for one use.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = (this.#exports as unknown as Record<string, () => number>)[name]();
    const answer = this.#read(told(), Math.abs(length));
    if (length < 0) throw new Error(answer);
    return answer;
  }

  #read(at: number, length: number): string {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }
}

/** The module at an address, compiled while it comes. */
export async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // That wants to be told the kind of the file, which not every host does.
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
