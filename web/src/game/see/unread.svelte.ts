// How many messages of the chat have come since it was last looked at.
import type { Desk } from '../desk.svelte';
import type { Game } from '../game.svelte';

export class Unread {
  #seen = $state(0);
  readonly #said = $derived.by(
    () => this.game.entries.filter((e) => typeof e.what === 'object' && 'said' in e.what).at(-1)?.n ?? 0,
  );
  readonly count = $derived.by(() => {
    if (this.desk.tab === 'chat') return 0;
    const seen = this.#seen;
    return this.game.entries.filter((e) => e.n > seen && typeof e.what === 'object' && 'said' in e.what).length;
  });

  constructor(
    private readonly game: Game,
    private readonly desk: Desk,
  ) {
    $effect(() => {
      if (this.desk.tab === 'chat') this.#seen = this.#said;
    });
  }
}
