// A store that lasts as long as the page: where the browser keeps nothing, and in tests.
import { newId, NOBODY, type Entry, type Kept, type Me, type Store } from './store';

export class MemoryStore implements Store {
  #me: Me = { id: newId(), name: NOBODY };
  #games = new Map<string, Kept>();
  #logs = new Map<string, Entry[]>();

  me = () => Promise.resolve(this.#me);
  setMe(me: Me) {
    this.#me = me;
    return Promise.resolve();
  }
  games = () => Promise.resolve([...this.#games.values()]);
  game = (id: string) => Promise.resolve(this.#games.get(id) ?? null);
  log = (id: string) => Promise.resolve([...(this.#logs.get(id) ?? [])]);

  append(kept: Kept, entries: readonly Entry[]) {
    const log = this.#logs.get(kept.id) ?? [];
    const last = log.at(-1)?.n ?? 0;
    if (entries.length && entries[0].n <= last) return Promise.resolve(false);
    this.#games.set(kept.id, kept);
    this.#logs.set(kept.id, [...log, ...entries]);
    return Promise.resolve(true);
  }

  remove(id: string) {
    this.#games.delete(id);
    this.#logs.delete(id);
    return Promise.resolve();
  }
}
