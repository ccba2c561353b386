import { describe, expect, test } from 'vitest';
import type { EntryView, Now } from '../wire/types';
import { Orders, parseOrders } from './orders.svelte';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
    removeItem: (k: string) => void kept.delete(k),
    size: () => kept.size,
  };
}
const now = (ply: number, undo_to = 0, redo = 0) => ({ ply, undo_to, redo }) as Now;
const acted = (n: number, ply: number) => ({ n, what: { acted: {} }, now: now(ply) }) as unknown as EntryView;
const undid = (n: number, ply: number) => ({ n, what: { undid: { to: ply } }, now: now(ply) }) as unknown as EntryView;

describe('an order of several actions', () => {
  test('is taken back and made again whole, also after the page was loaded anew', () => {
    const store = storage();
    new Orders('g', store).add({ from: 2, to: 7 }, 9);
    const anew = new Orders('g', store);
    expect(anew.behind(9)).toBe(null);
    expect(anew.before(now(7))).toBe(2);
    expect(anew.before(now(6))).toBe(null);
    expect(anew.after(now(2, 0, 5))).toBe(5);
    expect(new Orders('another', store).before(now(7))).toBe(null);
  });
  test('reaches back no further than the table allows', () => {
    const orders = new Orders('g', storage());
    orders.add({ from: 2, to: 7 }, 9);
    expect(orders.before(now(7, 4))).toBe(4);
  });
  test('no longer counts once something else was done in its place, seen or not', () => {
    const store = storage();
    const orders = new Orders('g', store);
    orders.add({ from: 2, to: 7 }, 9);
    const anew = new Orders('g', store);
    expect(anew.behind(11)).toBe(9);
    anew.follow(undid(10, 2));
    expect(anew.after(now(2, 0, 5))).toBe(5);
    anew.follow(acted(11, 3));
    expect(anew.before(now(7))).toBe(null);
    expect([anew.behind(20), store.size()]).toEqual([null, 0]);
  });
  test('one action is no order: it goes back by itself', () => {
    const store = storage();
    const orders = new Orders('g', store);
    orders.add({ from: 2, to: 3 }, 9);
    expect([orders.before(now(3)), store.size()]).toEqual([null, 0]);
  });
});

test('what somebody wrote into the storage does no harm', () => {
  for (const text of [null, '{', '3', '{"seen":"x","orders":[]}', '{"seen":1,"orders":3}']) {
    expect(parseOrders(text)).toEqual({ seen: 0, orders: [] });
  }
  expect(parseOrders('{"seen":4,"orders":[null,{"from":1,"to":3},{"from":"1","to":2}]}').orders).toEqual([
    { from: 1, to: 3 },
  ]);
});
