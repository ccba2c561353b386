// A store that never refuses: what the browser does not keep, the page keeps as long as it is open, and says so. It is tried again
// with each entry.
import type { Trouble } from './keeping.svelte';
import { MemoryStore } from './memory';
import type { Entry, Kept, Me, Store } from './store';

export class SafeStore implements Store {
  readonly #memory = new MemoryStore();
  #me: Me | null = null;
  /** Games that another tab has gone on with otherwise. */
  #apart = new Set<string>();

  constructor(
    private readonly disk: Store,
    private readonly ontrouble: (id: string, trouble: Trouble | null) => void,
  ) {}

  async me(): Promise<Me> {
    this.#me ??= await this.disk.me().catch(() => this.#memory.me());
    return this.#me;
  }
  async setMe(me: Me) {
    this.#me = me;
    await this.disk.setMe(me).catch(() => {});
  }

  async games(): Promise<Kept[]> {
    const [kept, here] = await Promise.all([this.disk.games().catch(() => []), this.#memory.games()]);
    const ids = new Set(here.map(({ id }) => id));
    return [...kept.filter(({ id }) => !ids.has(id)), ...here];
  }
  game = async (id: string) => (await this.#memory.game(id)) ?? this.disk.game(id).catch(() => null);
  async log(id: string): Promise<Entry[]> {
    const here = await this.#memory.log(id);
    if (here[0]?.n === 1) return here;
    const kept = await this.disk.log(id);
    const from = here[0]?.n ?? Infinity;
    return [...kept.filter(({ n }) => n < from), ...here];
  }

  async append(kept: Kept, entries: readonly Entry[]): Promise<boolean> {
    const { id } = kept;
    const waiting = await this.#memory.log(id);
    if (this.#apart.has(id)) return this.#memory.append(kept, entries);
    try {
      const done = await this.disk.append(kept, [...waiting, ...entries]);
      if (done) {
        await this.#memory.remove(id);
        this.ontrouble(id, null);
        return true;
      }
      // With nothing of our own that would be lost, the other tab's entries are the game.
      if (!waiting.length) return false;
      this.#apart.add(id);
      this.ontrouble(id, 'apart');
    } catch {
      this.ontrouble(id, (await this.#reads()) ? 'full' : 'refused');
    }
    return this.#memory.append(kept, entries);
  }

  async remove(id: string) {
    await this.#memory.remove(id);
    await this.disk.remove(id);
    this.ontrouble(id, null);
  }

  /** Does the browser open its store at all? */
  #reads = () =>
    this.disk.games().then(
      () => true,
      () => false,
    );
}
