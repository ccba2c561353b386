import { expect, test, vi } from 'vitest';
import type { ToPlayer } from '../wire/types';
import type { Desk } from './desk';
import { Program } from './program';
import type { Table, ToMove } from './table';

/** A table whose question the test sets, and desks whose programs choose when the test lets them. */
function world({ mine = true } = {}) {
  let asked: ToMove | null = { side: 'soviet', seating: { level: 'major' }, at: 3, position: { turn: 1 } };
  const chosen: [unknown, number][] = [];
  const heard: ToPlayer[] = [];
  const passed: ToPlayer[] = [];
  const table = {
    onchange: () => {},
    toMove: () => Promise.resolve(asked),
    choose: (action: unknown, at: number) => {
      chosen.push([action, at]);
      asked = null;
      return Promise.resolve(true);
    },
    tell: (message: ToPlayer) => heard.push(message),
  };
  const desks: (Desk & { names: string[]; answer: (action: unknown) => void; ended: boolean })[] = [];
  const newDesk = () => {
    const names: string[] = [];
    let answer: (action: unknown) => void = () => {};
    const one = {
      names,
      answer: (action: unknown) => answer(action),
      ended: false,
      call: <T>(name: string) => {
        names.push(name);
        if (name === 'choose' || name === 'hurry') return new Promise<T>((resolve) => (answer = resolve as never));
        return Promise.resolve(null as T);
      },
      onwatch: () => {},
      end: () => void (one.ended = true),
    };
    desks.push(one);
    return one;
  };
  const clock = { now: 0 };
  let work = () => {};
  const release = vi.fn();
  const alone = (what: () => void) => {
    work = what;
    if (mine) what();
    return release;
  };
  const program = new Program(
    table as unknown as Table,
    newDesk,
    alone,
    (message) => passed.push(message),
    () => clock.now,
  );
  const ask = (next: Partial<ToMove> | null) => {
    asked = next && { ...(asked as ToMove), ...next };
    table.onchange();
  };
  return { program, ask, chosen, heard, passed, desks, release, grant: () => work(), clock };
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('it thinks as soon as it has to decide, and its choice is put to the table', async () => {
  const { desks, chosen } = world();
  await settled();
  expect(desks[0].names).toEqual(['seat', 'place', 'choose']);
  desks[0].answer('done');
  await settled();
  expect(chosen).toEqual([['done', 3]]);
});

test('what it tells while it thinks is heard in this tab and the others', async () => {
  const { desks, heard, passed, clock } = world();
  await settled();
  // Not what passes in a moment.
  desks[0].onwatch({ thinking: { share: 0.1 } });
  expect(heard).toEqual([]);
  clock.now = 1000;
  desks[0].onwatch({ thinking: { share: 0.5 } });
  expect(heard).toEqual([{ thinking: { share: 0.5 } }]);
  expect(passed).toEqual(heard);
});

test('told to make up its mind it answers at once, from another seat', async () => {
  const { program, desks, chosen } = world();
  await settled();
  program.hurry();
  await settled();
  expect(desks[0].ended).toBe(true);
  expect(desks[1].names).toEqual(['seat', 'place', 'hurry']);
  desks[0].answer('too late');
  desks[1].answer('done');
  await settled();
  expect(chosen).toEqual([['done', 3]]);
});

test('a word in the chat does not disturb it; what changes the position does', async () => {
  const { ask, desks, chosen } = world();
  await settled();
  ask({ at: 4 });
  await settled();
  expect(desks).toHaveLength(1);
  ask({ at: 5, position: { turn: 2 } });
  await settled();
  expect(desks[0].ended).toBe(true);
  desks[1].answer('done');
  await settled();
  expect(chosen).toEqual([['done', 5]]);
});

test('it thinks in one tab alone, and in another once that has gone', async () => {
  const { desks, grant, program, release } = world({ mine: false });
  await settled();
  expect(desks).toHaveLength(0);
  grant();
  await settled();
  expect(desks).toHaveLength(1);
  program.end();
  expect(release).toHaveBeenCalled();
  expect(desks[0].ended).toBe(true);
});

test('nobody to decide, nobody thinks', async () => {
  const { ask, desks } = world({ mine: false });
  ask(null);
  await settled();
  expect(desks).toHaveLength(0);
});
