// The store in IndexedDB. Two tabs cannot make the same entry: its number is its key.
import { newId, NOBODY, type Entry, type Kept, type Me, type Store } from './store';

const NAME = 'pgg';
/** A new form of what is kept raises it; older games are read and written anew in `upgrade`. */
const VERSION = 1;
const GAMES = 'games';
const ENTRIES = 'entries';
const FACTS = 'facts';

interface EntryRow {
  game: string;
  n: number;
  entry: Entry;
}

export class Database implements Store {
  #opened: Promise<IDBDatabase> | null = null;

  async me(): Promise<Me> {
    const kept = (await this.#read<Me>(FACTS, (facts) => facts.get('me'))) as Me | undefined;
    if (kept) return kept;
    const me = { id: newId(), name: NOBODY };
    await this.setMe(me);
    return me;
  }
  setMe = (me: Me) => this.#write([FACTS], (tx) => void tx.objectStore(FACTS).put(me, 'me'));

  games = () => this.#read<Kept[]>(GAMES, (games) => games.getAll());
  game = async (id: string) => (await this.#read<Kept | undefined>(GAMES, (games) => games.get(id))) ?? null;
  async log(id: string) {
    const rows = await this.#read<EntryRow[]>(ENTRIES, (entries) => entries.getAll(ofGame(id)));
    return rows.map(({ entry }) => entry);
  }

  async append(kept: Kept, entries: readonly Entry[]): Promise<boolean> {
    try {
      await this.#write([GAMES, ENTRIES], (tx) => {
        const log = tx.objectStore(ENTRIES);
        for (const entry of entries) log.add({ game: kept.id, n: entry.n, entry } satisfies EntryRow);
        tx.objectStore(GAMES).put(kept);
      });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'ConstraintError') return false;
      throw error;
    }
  }

  remove = (id: string) =>
    this.#write([GAMES, ENTRIES], (tx) => {
      tx.objectStore(GAMES).delete(id);
      tx.objectStore(ENTRIES).delete(ofGame(id));
    });

  async #read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
    const tx = (await this.#open()).transaction(store);
    const asked = ask(tx.objectStore(store));
    await done(tx);
    return asked.result as T;
  }

  async #write(stores: string[], work: (tx: IDBTransaction) => void): Promise<void> {
    // Only what is on the disk counts as done, as on a server.
    const tx = (await this.#open()).transaction(stores, 'readwrite', { durability: 'strict' });
    const ended = done(tx);
    try {
      work(tx);
    } catch (error) {
      tx.abort();
      await ended.catch(() => {});
      throw error;
    }
    await ended;
  }

  /** Opened when it is wanted, and again after the browser has closed it. */
  #open(): Promise<IDBDatabase> {
    const opening = (this.#opened ??= opened());
    opening.then(
      (database) => {
        // A newer page wants to change what is kept: it must not wait for this one, which reads the games again when it is asked.
        database.onversionchange = () => {
          database.close();
          this.#opened = null;
        };
        database.onclose = () => (this.#opened = null);
      },
      () => (this.#opened = null),
    );
    return opening;
  }
}

const ofGame = (id: string) => IDBKeyRange.bound([id], [id, []]);

async function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, VERSION);
  asked.onupgradeneeded = () => {
    const database = asked.result;
    database.createObjectStore(GAMES, { keyPath: 'id' });
    database.createObjectStore(ENTRIES, { keyPath: ['game', 'n'] });
    database.createObjectStore(FACTS);
  };
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error(NAME));
  });
}

const done = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error('aborted'));
  });
