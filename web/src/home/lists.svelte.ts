// Lists of games from the server, each with its next pages, and looked at again from time to time while they are shown.
import type { List, Listed } from '../wire/types';
import * as api from '../net/api';
import { self, startSession } from '../net/session.svelte';
import { isLesson } from '../learn/names';

export class GameList {
  games = $state.raw<Listed[] | null>(null);
  failed = $state(false);
  more = $state(false);
  search = $state('');
  #next: string | null = null;
  #asked = 0;

  constructor(
    readonly list: List,
    readonly size = 30,
  ) {}

  /** From the beginning. What was shown stays until the answer is here. */
  async load() {
    const asked = ++this.#asked;
    try {
      if (this.list === 'mine' && !(await this.#somebody())) return;
      const page = await api.games(this.list, { limit: this.size, search: this.search.trim() || undefined });
      if (asked !== this.#asked) return;
      this.games = page.games.filter((g) => !isLesson(g.name));
      this.#next = page.next;
      this.more = page.next !== null;
      this.failed = false;
    } catch {
      if (asked === this.#asked) this.failed = true;
    }
  }

  /** Without a signed-in person there are no own games, so the server need not be asked. */
  async #somebody(): Promise<boolean> {
    await startSession();
    if (self()) return true;
    this.games = [];
    return false;
  }

  async loadMore() {
    if (!this.#next) return;
    const asked = ++this.#asked;
    try {
      const options = { limit: this.size, cursor: this.#next, search: this.search.trim() || undefined };
      const page = await api.games(this.list, options);
      if (asked !== this.#asked) return;
      this.games = [...(this.games ?? []), ...page.games.filter((g) => !isLesson(g.name))];
      this.#next = page.next;
      this.more = page.next !== null;
    } catch {
      if (asked === this.#asked) this.failed = true;
    }
  }
}

const AGAIN_MS = 12_000;

class Lists {
  readonly mine = new GameList('mine', 50);
  readonly open = new GameList('open', 30);
  readonly watch = new GameList('watch', 30);
  readonly finished = new GameList('finished', 20);
  #shown = new Set<GameList>();

  /** Keep these lists up to date until the returned function is called. */
  show(...wanted: GameList[]): () => void {
    for (const list of wanted) {
      this.#shown.add(list);
      void list.load();
    }
    const again = () => {
      if (document.visibilityState === 'visible') for (const list of wanted) void list.load();
    };
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      for (const list of wanted) this.#shown.delete(list);
    };
  }

  /** Another person has signed in. */
  refresh() {
    this.mine.games = null;
    for (const list of this.#shown) void list.load();
  }
}

export const lists = new Lists();
