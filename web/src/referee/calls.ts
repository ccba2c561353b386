// The calls of the referee's module.
import type { Diagram } from '../lib/position';
import type { Ask, Reply } from '../wire/types';
import { Module } from './module';

/** A referee: it answers synchronously, about the position it was given last. */
export class Calls {
  readonly #module: Module;
  #placed: Diagram | null = null;

  constructor(compiled: WebAssembly.Module) {
    this.#module = new Module(compiled);
  }

  /** One reply for each question. Throws if the module cannot read a message, or fails. */
  ask(position: Diagram, asks: readonly Ask[]): Reply[] {
    if (this.#placed !== position) {
      this.#placed = null;
      this.#module.call('place', JSON.stringify(position));
      this.#placed = position;
    }
    return JSON.parse(this.#module.call('ask', JSON.stringify(asks))) as Reply[];
  }
}
