// How many messages of others have come since the chat was last looked at.
import { untrack } from 'svelte';
import type { Desk } from '../desk.svelte';

export class Unread {
  #seen = $state(0);
  readonly #said = $derived.by(() => this.desk.messages.kept.filter((line) => line.kind === 'chat'));
  readonly count = $derived.by(() =>
    this.desk.chatting ? 0 : this.#said.filter((line) => line.id > this.#seen).length,
  );

  constructor(private readonly desk: Desk) {
    $effect(() => {
      if (!this.desk.chatting) return;
      this.#seen = this.#said.at(-1)?.id ?? 0;
      // What is read in the chat need not stand over the map as well.
      untrack(() => desk.messages.closeAll('chat'));
    });
  }
}
