// A table in this browser: the module holds the game, the store its log. What happens is durable before it is told, and what another
// tab has done is read from the log.
import type { FaultView, ToPlayer, Whole } from '../wire/types';
import type { Desk } from './desk';
import type { Entry, Kept, Store } from './store';

/** One who looks at the game: a connection of the page. */
export interface Listener {
  hear(message: ToPlayer): void;
  /** The table has broken, and can be opened again. */
  lost(): void;
}

/** `Outcome` of `crates/wasm/src/host.rs`. */
interface Outcome {
  entries: Entry[];
  before: ToPlayer[];
  reply: ToPlayer | null;
  after: ToPlayer | null;
}
/** `From` there: where a game comes from. */
export type From = { new: unknown } | { record: unknown } | { log: readonly Entry[] };
/** `ToMove` there: a program that has to decide. */
export interface ToMove {
  side: string;
  seating: object;
  at: number;
  position: object;
}

/** What the module refuses, in the server's form. */
export class Refused extends Error {
  constructor(readonly fault: FaultView) {
    super(fault.code);
  }
}

/** The parts of a table's surroundings that tests replace. */
export interface Around {
  store: Store;
  now: () => number;
  /** Other tabs are told that the game has gone on. */
  announce: (game: string, n: number) => void;
  /** The table has broken. */
  onlost: (game: string) => void;
}

export type Game = Pick<Kept, 'id' | 'seed' | 'person' | 'name' | 'created'>;

export class Table {
  /** The game has gone on: the program may have to decide. */
  onchange: () => void = () => {};
  readonly #listeners = new Set<Listener>();
  /** One thing after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #last = 0;
  #ended = false;

  private constructor(
    readonly game: Game,
    private readonly desk: Desk,
    private readonly around: Around,
  ) {}

  /** A new game, or one that comes as a record; durable when it is given. */
  static async make(game: Game, from: From, desk: Desk, around: Around): Promise<Table> {
    const table = new Table(game, desk, around);
    const { entries } = await table.#open(from);
    await around.store.append(await table.#kept(), entries);
    table.#last = entries.length;
    return table;
  }

  /** A game of which there is a log. */
  static async open(kept: Kept, desk: Desk, around: Around): Promise<Table> {
    const table = new Table(kept, desk, around);
    await table.#reopen();
    return table;
  }

  get last(): number {
    return this.#last;
  }
  get idle(): boolean {
    return this.#listeners.size === 0;
  }

  /** Somebody comes, or comes back after entry `since`. */
  join(listener: Listener, since: number | null): Promise<void> {
    return this.#next(async () => {
      const told = await this.#ask<{ welcome: ToPlayer[] }>({ welcome: { since } });
      this.#listeners.add(listener);
      for (const message of told.welcome) listener.hear(message);
    });
  }
  leave(listener: Listener) {
    this.#listeners.delete(listener);
  }

  /** A message of the page. */
  receive(listener: Listener, text: string): Promise<boolean> {
    return this.#next(() => this.#call({ message: { text, now: this.around.now() } }, listener));
  }
  /** The program's choice, after entry `at`. False if the game had gone on: then it was not wanted. */
  choose(action: unknown, at: number): Promise<boolean> {
    return this.#next(() => this.#call({ choice: { action, at, now: this.around.now() } }, null));
  }
  /** To all who look at the game, but not a part of it. */
  tell(message: ToPlayer) {
    for (const listener of this.#listeners) listener.hear(message);
  }

  /** A question about the game as a whole: `Query` of the module. */
  ask<T>(query: unknown): Promise<T> {
    return this.#next(() => this.#ask<T>(query));
  }
  toMove = async () => (await this.ask<{ to_move: ToMove | null }>('to_move')).to_move;

  /** Another tab has made entry `n`. */
  follow(n: number): Promise<void> {
    return this.#next(async () => {
      if (n > this.#last) await this.#catchUp();
    });
  }

  end() {
    this.#ended = true;
    this.desk.end();
  }

  /** Does what comes after all that was asked before; where the module or the browser fails, the table is lost. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(() => {
      if (this.#ended) throw new Error('ended');
      return work();
    });
    this.#queue = done.catch((error: unknown) => {
      if (error instanceof Refused || this.#ended) return;
      this.around.onlost(this.game.id);
      for (const listener of [...this.#listeners]) listener.lost();
    });
    return done;
  }

  /** Did it change the game? */
  async #call(call: object, sender: Listener | null): Promise<boolean> {
    const outcome = await this.desk.call<Outcome>('receive', call);
    const { entries, before, reply, after } = outcome;
    if (entries.length) {
      if (!(await this.around.store.append(await this.#kept(), entries))) {
        // Another tab was quicker. What it did is told, and this is put to the game as it is now.
        await this.#catchUp();
        return this.#call(call, sender);
      }
      this.#last += entries.length;
      this.around.announce(this.game.id, this.#last);
    }
    for (const message of before) this.tell(message);
    if (reply) sender?.hear(reply);
    if (after) this.tell(after);
    if (entries.length) this.onchange();
    return entries.length > 0;
  }

  async #catchUp() {
    const since = this.#last;
    await this.#reopen();
    const { welcome } = await this.#ask<{ welcome: ToPlayer[] }>({ welcome: { since } });
    // They are here already: the rest is news to them.
    for (const message of welcome) if ('entry' in message || 'position' in message) this.tell(message);
    this.onchange();
  }

  async #reopen() {
    const log = await this.around.store.log(this.game.id);
    await this.#open({ log });
    this.#last = log.length;
  }

  async #open(from: From): Promise<Outcome> {
    const { id, seed, person, name } = this.game;
    const opening = { game: id, seed, person, name, now: this.around.now(), from };
    return unrefused(await this.desk.call<Outcome | { refused: FaultView }>('open', opening));
  }

  async #ask<T>(query: unknown): Promise<T> {
    return unrefused(await this.desk.call<T | { refused: FaultView }>('tell', query));
  }

  async #kept(): Promise<Kept> {
    const { whole } = await this.#ask<{ whole: Whole }>('whole');
    return { ...this.game, updated: this.around.now(), whole };
  }
}

function unrefused<T>(told: T | { refused: FaultView }): T {
  if (told && typeof told === 'object' && 'refused' in told) throw new Refused(told.refused);
  return told as T;
}
