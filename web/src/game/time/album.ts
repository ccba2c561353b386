// Positions of the past, fetched from the server as they are needed and kept.
import * as api from '../../net/api';
import type { Past } from '../../wire/types';
import type { Moment } from '../game.svelte';

/** Positions per fetch: stepping on finds the next ones in the cache. */
export const CHUNK = 100;

export class Album {
  #kept = new Map<number, Moment>();
  #coming = new Map<string, Promise<void>>();

  constructor(
    private readonly id: string,
    private readonly fetch: (id: string, from: number, to: number) => Promise<Past[]> = api.positions,
  ) {}

  at(ply: number): Moment | null {
    return this.#kept.get(ply) ?? null;
  }

  put(moment: Moment) {
    this.#kept.set(moment.ply, moment);
  }

  /** Everything after this many actions did not happen. */
  forget(after: number) {
    for (const ply of [...this.#kept.keys()]) if (ply > after) this.#kept.delete(ply);
  }

  /** All moments from one to another, both included. */
  async between(from: number, to: number): Promise<Moment[]> {
    const missing: number[] = [];
    for (let ply = from; ply <= to; ply++) if (!this.#kept.has(ply)) missing.push(ply);
    if (missing.length) {
      const last = missing[missing.length - 1];
      for (let start = missing[0]; start <= last; start += api.POSITIONS_AT_ONCE) {
        await this.#load(start, Math.min(last, start + api.POSITIONS_AT_ONCE - 1));
      }
    }
    return Array.from({ length: to - from + 1 }, (_, i) => this.#kept.get(from + i) as Moment);
  }

  /** One moment; those around it come along, as far as the game has gone. */
  async one(ply: number, end: number, around = CHUNK): Promise<Moment> {
    const kept = this.#kept.get(ply);
    if (kept) return kept;
    const from = Math.max(0, Math.floor(ply / around) * around);
    await this.#load(around === 1 ? ply : from, around === 1 ? ply : Math.min(end, from + around - 1));
    return this.#kept.get(ply) as Moment;
  }

  async #load(from: number, to: number) {
    const key = `${from}-${to}`;
    let coming = this.#coming.get(key);
    if (!coming) {
      coming = this.fetch(this.id, from, to)
        .then((past) => {
          for (const { ply, position, score, marks } of past) this.#kept.set(ply, { ply, position, score, marks });
        })
        .finally(() => this.#coming.delete(key));
      this.#coming.set(key, coming);
    }
    await coming;
  }
}
