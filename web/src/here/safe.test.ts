import { expect, test } from 'vitest';
import type { Trouble } from './keeping.svelte';
import { MemoryStore } from './memory';
import { SafeStore } from './safe';
import type { Entry, Kept, Store } from './store';

const kept = (updated = 0) => ({ id: 'g', updated }) as Kept;
const entries = (...numbers: number[]): Entry[] => numbers.map((n) => ({ n }));

/** A disk that takes what the test lets it take. */
function world() {
  const disk = new MemoryStore();
  const state = { full: false, closed: false };
  const troubles: (Trouble | null)[] = [];
  const closed = () => Promise.reject(new DOMException('closed', 'SecurityError'));
  const append: Store['append'] = (game, more) =>
    state.full || state.closed
      ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
      : disk.append(game, more);
  const store: Store = {
    me: () => (state.closed ? closed() : disk.me()),
    setMe: (me) => (state.closed ? closed() : disk.setMe(me)),
    games: () => (state.closed ? closed() : disk.games()),
    game: (id) => (state.closed ? closed() : disk.game(id)),
    log: (id) => (state.closed ? closed() : disk.log(id)),
    append,
    remove: (id) => disk.remove(id),
  };
  const safe = new SafeStore(store, (_, trouble) => troubles.push(trouble));
  return { safe, disk, state, troubles };
}
const numbers = async (store: Store) => (await store.log('g')).map(({ n }) => n);

test('what the disk does not take the page keeps, and the disk gets it as soon as it takes it', async () => {
  const { safe, disk, state, troubles } = world();
  await safe.append(kept(), entries(1));
  state.full = true;
  expect(await safe.append(kept(2), entries(2, 3))).toBe(true);
  expect(troubles.at(-1)).toBe('full');
  expect(await numbers(disk)).toEqual([1]);
  expect(await numbers(safe)).toEqual([1, 2, 3]);
  expect((await safe.game('g'))?.updated).toBe(2);
  expect(await safe.games()).toHaveLength(1);
  state.full = false;
  await safe.append(kept(4), entries(4));
  expect(troubles.at(-1)).toBe(null);
  expect(await numbers(disk)).toEqual([1, 2, 3, 4]);
});

test('a browser that keeps nothing leaves games that last as long as the page', async () => {
  const { safe, state, troubles } = world();
  state.closed = true;
  const me = await safe.me();
  await safe.setMe({ ...me, name: 'Anna' });
  expect(await safe.me()).toEqual({ ...me, name: 'Anna' });
  await safe.append(kept(), entries(1));
  await safe.append(kept(), entries(2));
  expect(troubles).toEqual(['refused', 'refused']);
  expect(await numbers(safe)).toEqual([1, 2]);
  expect(await safe.games()).toHaveLength(1);
});

test('entries of another tab are not overwritten', async () => {
  const { safe, disk, troubles } = world();
  await safe.append(kept(), entries(1));
  await disk.append(kept(), entries(2));
  expect(await safe.append(kept(), entries(2))).toBe(false);
  expect(await numbers(safe)).toEqual([1, 2]);
  expect(troubles.at(-1)).toBe(null);
});

test('what could not be kept before another tab went on stays in the page', async () => {
  const { safe, disk, state, troubles } = world();
  await safe.append(kept(), entries(1));
  state.full = true;
  await safe.append(kept(), entries(2));
  await disk.append(kept(), entries(2));
  state.full = false;
  expect(await safe.append(kept(), entries(3))).toBe(true);
  expect(troubles.at(-1)).toBe('apart');
  expect(await safe.append(kept(), entries(4))).toBe(true);
  expect(await numbers(safe)).toEqual([1, 2, 3, 4]);
  expect(await numbers(disk)).toEqual([1, 2]);
});
