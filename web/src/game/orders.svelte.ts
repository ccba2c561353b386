// The player's orders of several actions: one undo takes back a whole order, also on a page that was loaded anew. The server knows
// actions only; which of them were one order is kept in this browser.
import { keep, readKept, untrusted, type Store } from '../lib/kept';
import type { EntryView, Now } from '../wire/types';

/** Actions that were one order of the player: those after the first number, to the second. */
export interface Order {
  from: number;
  to: number;
}

/** An undo reaches back to the last die or the beginning of the phase at most, which is far fewer. */
const MOST = 60;
const PREFIX = 'pgg-orders-';

export class Orders {
  /** Those that still count, from the first. */
  #all = $state.raw<readonly Order[]>([]);
  /** The last entry that they have been held against. */
  #seen = 0;

  constructor(
    private readonly game: string,
    private readonly store?: Store,
  ) {
    const kept = parseOrders(readKept(PREFIX + this.game, this.store));
    this.#all = kept.orders;
    this.#seen = kept.seen;
  }

  /** The entry after which something may have happened that what is kept has not been held against; null if nothing has. */
  behind(last: number): number | null {
    return this.#all.length > 0 && this.#seen < last ? this.#seen : null;
  }

  /** An order was carried out, by one entry after another up to this one. */
  add(order: Order, seen: number) {
    const others = this.#all.filter(({ from }) => from !== order.from);
    this.#keep(order.to > order.from + 1 ? [...others, order] : others, seen);
  }

  /** An entry has come, or was missed while the page was closed: a new action takes the place of what was undone. */
  follow({ n, what, now }: Pick<EntryView, 'n' | 'what' | 'now'>) {
    const acted = typeof what === 'object' && 'acted' in what;
    this.#keep(acted ? this.#all.filter(({ to }) => to < now.ply) : this.#all, Math.max(n, this.#seen));
  }

  /** Where one undo leads: before the whole order that was carried out last, as far as the table allows. */
  before(now: Now): number | null {
    const order = this.#all.findLast(({ to }) => to === now.ply);
    return order ? Math.max(order.from, now.undo_to) : null;
  }

  /** How many actions one redo takes again: those of the order that was taken back. */
  after(now: Now): number {
    const order = this.#all.find(({ from, to }) => from <= now.ply && now.ply < to && to - now.ply <= now.redo);
    return order ? order.to - now.ply : 1;
  }

  #keep(orders: readonly Order[], seen: number) {
    const before = this.#all.length;
    this.#all = orders.slice(-MOST);
    this.#seen = seen;
    // Nothing was kept and nothing is: most entries of a game.
    if (!before && !this.#all.length) return;
    keep(PREFIX + this.game, this.#all.length ? { seen, orders: this.#all } : [], this.store);
  }
}

/** Orders from an untrusted text. */
export function parseOrders(text: string | null): { seen: number; orders: Order[] } {
  const kept = untrusted(text);
  const { seen, orders } = (kept && typeof kept === 'object' ? kept : {}) as Record<string, unknown>;
  if (!Number.isInteger(seen) || !Array.isArray(orders)) return { seen: 0, orders: [] };
  const good = (orders as unknown[]).filter(
    (o): o is Order =>
      typeof o === 'object' &&
      o !== null &&
      'from' in o &&
      'to' in o &&
      Number.isInteger(o.from) &&
      Number.isInteger(o.to),
  );
  return { seen: seen as number, orders: good.map(({ from, to }) => ({ from, to })) };
}
