// What this browser keeps of its games: the log of each, which is the game, and what lists show of it without a look at the log.
import type { Whole } from '../wire/types';

/** An entry as the module made it; the page reads its number alone. */
export interface Entry {
  n: number;
}

export interface Kept {
  /** As the module has it, without what tells it from a server's. */
  id: string;
  /** The game's secret. */
  seed: number[];
  /** Who plays at this browser. */
  person: string;
  name: string;
  created: number;
  updated: number;
  /** How it stood after the last entry. */
  whole: Whole;
}

export interface Me {
  id: string;
  name: string;
}

export interface Store {
  /** Who this is; the same each time. */
  me(): Promise<Me>;
  setMe(me: Me): Promise<void>;
  games(): Promise<Kept[]>;
  game(id: string): Promise<Kept | null>;
  /** All entries of a game, from the first. */
  log(id: string): Promise<Entry[]>;
  /**
   * Makes entries durable, with how the game stands after them. False if there are entries of these numbers already, by another
   * tab: then nothing is kept. Rejects if the browser keeps nothing more.
   */
  append(kept: Kept, entries: readonly Entry[]): Promise<boolean>;
  remove(id: string): Promise<void>;
}

const LENGTH = 12;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id of a game or person, as `crates/table/src/id.rs` reads it. */
export function newId(): string {
  let id = '';
  while (id.length < LENGTH) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    // Each character as likely as any other.
    if (byte < 4 * ALPHABET.length) id += ALPHABET[byte % ALPHABET.length];
  }
  return id;
}

/** Nothing is called by a name until the player gives himself one. */
export const NOBODY = 'Player';
