import { expect, test } from 'vitest';
import type { ToPlayer, Whole } from '../wire/types';
import type { Desk } from './desk';
import { MemoryStore } from './memory';
import type { Entry, Kept } from './store';
import { Table, type Listener } from './table';

const GAME = { id: 'g', seed: [1], person: 'a', name: 'Anna', created: 0 };
const told = (n: number) => ({ entry: { n } }) as unknown as ToPlayer;

/** A desk whose module makes an entry of every message, and opens what it is given. */
function desk() {
  let last = 0;
  const calls: string[] = [];
  const state = { broken: false, ended: false };
  const answers: Record<string, (message: never) => unknown> = {
    open: ({ from }: { from: { log?: Entry[] } }) => {
      last = from.log?.length ?? 1;
      return { entries: from.log ? [] : [{ n: 1 }], before: [], reply: null, after: null };
    },
    receive: ({ message }: { message?: { text: string } }) => {
      last++;
      const reply = message && { done: { id: message.text, n: last } };
      return { entries: [{ n: last }], before: [told(last)], reply, after: { position: { n: last } } };
    },
    tell: (query: unknown) =>
      typeof query === 'object'
        ? { welcome: [{ welcome: {} }, { presence: {} }, told(last), { position: { n: last } }] }
        : { whole: { last } as Whole },
  };
  const one: Desk = {
    call: <T>(name: string, message?: unknown) => {
      calls.push(name);
      return state.broken
        ? Promise.reject(new Error('unreachable'))
        : Promise.resolve(answers[name](message as never) as T);
    },
    onwatch: () => {},
    end: () => (state.ended = true),
  };
  return { one, calls, state };
}

async function table(store = new MemoryStore()) {
  const { one, calls, state } = desk();
  const announced: number[] = [];
  const lost: string[] = [];
  const around = {
    store,
    now: () => 7,
    announce: (_: string, n: number) => announced.push(n),
    onlost: (id: string) => lost.push(id),
  };
  const made = await Table.make(GAME, { new: {} }, one, around);
  return { made, store, calls, state, announced, lost };
}
function listener() {
  const heard: string[] = [];
  let lost = 0;
  const one: Listener = {
    hear: (message) => heard.push(...Object.keys(message)),
    lost: () => lost++,
  };
  return { one, heard, lost: () => lost };
}

test('what happens is kept before it is told, to the sender with his answer', async () => {
  const { made, store, announced } = await table();
  const [sender, other] = [listener(), listener()];
  await made.join(sender.one, null);
  await made.join(other.one, null);
  sender.heard.length = other.heard.length = 0;
  await made.receive(sender.one, 'x');
  expect(sender.heard).toEqual(['entry', 'done', 'position']);
  expect(other.heard).toEqual(['entry', 'position']);
  expect((await store.log('g')).map(({ n }) => n)).toEqual([1, 2]);
  expect((await store.game('g'))?.whole.last).toBe(2);
  expect(announced).toEqual([2]);
});

test('where another tab was quicker its entries are told, and the message is put to the game as it is then', async () => {
  const { made, store, calls } = await table();
  const one = listener();
  await made.join(one.one, null);
  await store.append({ id: 'g' } as Kept, [{ n: 2 }]);
  one.heard.length = calls.length = 0;
  await made.receive(one.one, 'x');
  expect(one.heard).toEqual(['entry', 'position', 'entry', 'done', 'position']);
  expect(calls.filter((name) => name !== 'tell')).toEqual(['receive', 'open', 'receive']);
  expect((await store.log('g')).map(({ n }) => n)).toEqual([1, 2, 3]);
});

test('what another tab announces is read from the log, once', async () => {
  const { made, store } = await table();
  const one = listener();
  await made.join(one.one, null);
  await store.append({ id: 'g' } as Kept, [{ n: 2 }]);
  one.heard.length = 0;
  await Promise.all([made.follow(2), made.follow(2)]);
  expect(one.heard).toEqual(['entry', 'position']);
  expect(made.last).toBe(2);
});

test('a module that fails loses the table, not the game', async () => {
  const { made, store, state, lost } = await table();
  const one = listener();
  await made.join(one.one, null);
  state.broken = true;
  await expect(made.receive(one.one, 'x')).rejects.toThrow('unreachable');
  await expect(made.ask('whole')).rejects.toThrow();
  expect(lost).toContain('g');
  expect(one.lost()).toBeGreaterThan(0);
  expect(await store.log('g')).toHaveLength(1);
});
