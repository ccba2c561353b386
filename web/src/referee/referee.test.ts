import { expect, test } from 'vitest';
import type { Diagram } from '../lib/position';
import { Refusal } from '../net/api';
import type { Ask, Reply } from '../wire/types';
import { Failed, Referee, type Colleague, type Here } from './referee';
import type { Round, Told } from './worker';

const POSITION = { turn: 5 } as Diagram;
const LATER = { turn: 6 } as Diagram;
const REFUSED = { refused: { code: 'illegal', case: '6.24' } } as unknown as Reply;
const reply = (ask: Ask) => (ask === 'legal' ? REFUSED : ({ answer: { [String(ask)]: 1 } } as unknown as Reply));

/** A referee whose worker answers when the test lets it, and which answers in the page as `here` says. */
async function referee(ask: Here['ask'] = (_, asks) => asks.map(reply)) {
  const rounds: Round[] = [];
  let ended = false;
  const worker: Colleague = {
    postMessage: (message) => {
      if ('n' in message) rounds.push(message);
    },
    onmessage: null,
    onerror: null,
    terminate: () => (ended = true),
  };
  const one = new Referee({} as WebAssembly.Module, worker);
  const tell = (told: Told) => worker.onmessage?.({ data: told });
  const ready = one.prepare(POSITION, ['score'], () => ({ ask }));
  tell({ n: 0, replies: [] });
  await ready;
  return { one, worker, rounds, tell, ended: () => ended };
}

test('until it is ready the server is asked', () => {
  const worker = { postMessage: () => {}, onmessage: null, onerror: null, terminate: () => {} };
  const one = new Referee({} as WebAssembly.Module, worker);
  expect(one.answer(POSITION, 'score')).toBeNull();
});

test('one that fails while it gets ready never comes', async () => {
  const worker: Colleague = { postMessage: () => {}, onmessage: null, onerror: null, terminate: () => {} };
  const one = new Referee({} as WebAssembly.Module, worker);
  const ready = one.prepare(POSITION, [], () => ({ ask: () => [] }));
  worker.onmessage?.({ data: { n: 0, replies: null } });
  await expect(ready).rejects.toBeInstanceOf(Failed);
  expect(one.answer(POSITION, 'score')).toBeNull();
});

test('what is quick is answered at once, without the worker', async () => {
  const { one, rounds } = await referee();
  await expect(one.answer(POSITION, 'score')).resolves.toEqual({ score: 1 });
  await expect(one.answer(POSITION, 'legal')).rejects.toBeInstanceOf(Refusal);
  expect(rounds).toHaveLength(1);
});

test('what takes longer the worker answers: questions of one tick together, a position once', async () => {
  const { one, rounds, tell } = await referee();
  const [areas, march] = [one.answer(POSITION, 'areas'), one.answer(POSITION, 'march')];
  await Promise.resolve();
  expect(rounds.slice(1)).toEqual([{ n: 1, asks: ['areas', 'march'] }]);
  const other = one.answer(LATER, 'areas');
  await Promise.resolve();
  expect(rounds[2]).toEqual({ n: 2, asks: ['areas'], position: LATER });
  tell({ n: 2, replies: [reply('areas')] });
  await expect(other).resolves.toEqual({ areas: 1 });
  tell({ n: 1, replies: [reply('areas'), REFUSED] });
  await expect(areas).resolves.toEqual({ areas: 1 });
  await expect(march).rejects.toBeInstanceOf(Refusal);
});

test('questions about two positions in one tick are not mixed', async () => {
  const { one, rounds } = await referee();
  void one.answer(POSITION, 'areas');
  void one.answer(LATER, 'areas');
  void one.answer(POSITION, 'march');
  await Promise.resolve();
  const sent = rounds.slice(1).map(({ asks, position }) => [asks, position]);
  expect(sent).toEqual([
    [['areas'], undefined],
    [['areas'], LATER],
    [['march'], POSITION],
  ]);
});

test('where it fails, all that is open goes to the server, and it is not asked again', async () => {
  const { one, tell, ended } = await referee();
  const open = one.answer(POSITION, 'areas');
  await Promise.resolve();
  const waiting = one.answer(LATER, 'areas');
  tell({ n: 1, replies: null });
  await expect(open).rejects.toBeInstanceOf(Failed);
  await expect(waiting).rejects.toBeInstanceOf(Failed);
  expect(one.answer(POSITION, 'score')).toBeNull();
  expect(ended()).toBe(true);
});

test('an error of the worker, or of the module in the page, is such a failure', async () => {
  const first = await referee();
  first.worker.onerror?.({});
  expect(first.one.answer(POSITION, 'score')).toBeNull();
  let broken = false;
  const second = await referee((_, asks) => {
    if (broken) throw new Error('unreachable');
    return asks.map(reply);
  });
  broken = true;
  expect(second.one.answer(POSITION, 'score')).toBeNull();
});
