// Everything that was done in a game and still counts, in order: for the log, the replay and the overlay of last moves.
import * as api from '../../net/api';
import type { EntryView } from '../../wire/types';
import type { Game } from '../game.svelte';
import { knownFrom, pliesOf, type Known } from './plies';

export class Chronicle {
  entries = $state.raw<EntryView[]>([]);
  loaded = $state(false);
  readonly plies = $derived(this.loaded ? pliesOf(this.entries) : []);
  readonly known: Known = $derived.by(() => knownFrom(this.entries));
  #coming: Promise<void> | null = null;

  constructor(private readonly game: Game) {}

  /** Have everything from the first entry; later ones come by themselves. */
  load(): Promise<void> {
    if (this.loaded) return Promise.resolve();
    this.#coming ??= api
      .history(this.game.id)
      .then(({ entries }) => {
        this.entries = merged(entries, this.entries);
        this.loaded = true;
      })
      .finally(() => (this.#coming = null));
    return this.#coming;
  }

  take(entries: readonly EntryView[]) {
    this.entries = merged(this.entries, entries);
  }
}

function merged(old: readonly EntryView[], more: readonly EntryView[]): EntryView[] {
  const last = old.at(-1)?.n ?? 0;
  return [...old, ...more.filter((e) => e.n > last)];
}
