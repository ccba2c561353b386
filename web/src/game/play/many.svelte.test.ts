// Orders to many units at once, as a player gives them: what is asked of the server, what is sent, and what one undo takes back.
import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { openGame, settled, type Told } from '../../testing/table';
import { pastCommands } from '../frame/past';
import type { Action, Answer, Ask, Decision } from '../../wire/types';
import { noLegal, nothingBarred } from './fake';
import type { MoveMode } from './move.svelte';

const SOVIET: Told = {
  you: ['soviet'],
  decision: { side: 'soviet', question: 'move' } as Decision,
  position: { phase: 'soviet_movement', units: { '4015': ['r9'] }, owed: { X: { rifle: 2, armoured: 0 } } } as never,
  legal: {
    ...noLegal,
    actions: [{ enter: { who: 'rifle X', hex: '5907' } }, { move: { units: ['r9'], path: ['4014'] } }, 'done'],
  },
};
const ride = (unit: string): Action => ({ ride: { unit, path: ['5807'] } });
const enter: Action = { enter: { who: 'rifle X', hex: '5907', rail: true } };
const came = (unit: string, to = '5807') => ({
  ...{ who: ['rifle X'], entry: '5907', rail: true, to },
  actions: [enter, ride(unit)],
});
const answer = (ask: Ask): Answer | undefined => {
  if (typeof ask === 'string') return undefined;
  if ('check' in ask) return { check: { refused: undefined } } as never;
  if ('bring_in' in ask) {
    const arrivals = ask.bring_in.who.map((_, i) => came(`r${i + 1}`));
    return { bring_in: { arrivals, left_out: [] } };
  }
  if ('reach' in ask)
    return {
      reach: {
        ...{ start: '4015', left: 12, hexes: [], stops: [], road: [], targets: [] },
        ...{ barred: nothingBarred, rail: [] },
      },
    };
  return undefined;
};

async function sit(told: Told) {
  const game = openGame(told);
  await settled();
  const mode = () => game.screen.mode as MoveMode;
  const press = async (key: string) => {
    game.screen.key(new KeyboardEvent('keydown', { key }), null);
    await settled();
  };
  const click = async (hex: string, more = {}) => {
    mode().pick({ hex, touch: false, shift: false, ctrl: false, ...more });
    await settled();
  };
  /** Accepts every request, one after the other; the decision stays the same. */
  const accept = async () => {
    for (let done = 0; game.table.done.length > done;) {
      done = game.table.done.length;
      game.table.acted(told, {}, 'soviet');
      game.table.answered();
      await settled();
    }
  };
  return { ...game, mode, press, click, accept };
}
const sent = (done: unknown[]) => done.map((one) => (one as { action?: Action }).action ?? one);

describe('newcomers', () => {
  test('of one row come to a hex: the first click aims and shows the plan, the second carries it out', async () => {
    const { mode, click, accept, table } = await sit({ ...SOVIET, answer });
    mode().bringAll(['rifle X']);
    flushSync();
    expect(mode().prompt.text).toContain('click the hex where they shall end');
    await click('5807');
    expect(table.asked).toContainEqual({ bring_in: { who: ['rifle X', 'rifle X'], to: '5807' } });
    expect(mode().prompt.text).toContain('all 2 end in 5807');
    expect(mode().commands.find((c) => c.primary)?.label).toBe('Bring in 2 of 2: 5807');
    expect(table.done).toEqual([]);
    await click('5807');
    await accept();
    expect(sent(table.done)).toEqual([enter, ride('r1'), enter, ride('r2')]);
  });
  test('one of a row goes by the same way; a hex in gold brings it in at once', async () => {
    const game = await sit({ ...SOVIET, answer });
    const { mode, click, accept, table } = game;
    mode().choose('rifle X');
    await click('5807', { go: true });
    expect(table.asked).toContainEqual({ bring_in: { who: ['rifle X'], to: '5807' } });
    await accept();
    expect(sent(table.done)).toEqual([enter, ride('r1')]);
    game.director.skip();
    await settled();
    mode().choose('rifle X');
    await click('5907');
    expect(sent(table.done).at(-1)).toMatchObject({ enter: { who: 'rifle X', hex: '5907' } });
  });
  test('all that wait by one key; Escape puts down the aim, then them', async () => {
    const { mode, press, click } = await sit({ ...SOVIET, answer });
    await press('p');
    expect(mode().company).toEqual(['rifle X', 'rifle X']);
    await click('5807');
    expect(mode().aim).toBe('5807');
    await press('Escape');
    expect([mode().aim, mode().company.length]).toEqual([null, 2]);
    await press('Escape');
    expect(mode().company).toEqual([]);
  });
  test('one undo takes the whole order back, one redo makes it again', async () => {
    const { mode, click, accept, table, desk, game } = await sit({ ...SOVIET, answer });
    mode().bringAll(['rifle X']);
    await click('5807', { go: true });
    await accept();
    expect(game.now?.ply).toBe(4);
    pastCommands(desk).undo.run();
    await settled();
    expect(table.done.at(-1)).toEqual({ undo: { to: 0 } });
  });
  test('an action of its own is taken back alone', async () => {
    const { accept, table, desk, mode } = await sit({ ...SOVIET, answer });
    void mode().act({ move: { units: ['r9'], path: ['4014'] } });
    await settled();
    await accept();
    pastCommands(desk).undo.run();
    await settled();
    expect(table.done.at(-1)).toEqual({ undo: {} });
  });
});

describe('the march of the first turn', () => {
  const plan: Action[] = [
    { move: { units: ['r1'], path: ['0210', '0311'] } },
    { move: { units: ['r2'], path: ['0213', '0313'] } },
  ];
  const parties = [
    { hex: '0110', units: ['r1'] },
    { hex: '0113', units: ['r2'] },
  ];
  const told: Told = {
    you: ['soviet'],
    decision: { side: 'soviet', question: 'move' } as Decision,
    position: {
      turn: 1,
      phase: 'soviet_movement',
      units: { '0110': ['r1'], '0113': ['r2'] },
      marching: ['r1', 'r2'],
    },
    legal: { ...noLegal, actions: plan },
    answer: (ask) => {
      if (ask === 'march') return { march: { parties, plan } };
      if (typeof ask === 'string') return undefined;
      if ('march_ends' in ask) return { march_ends: [{ hex: '0311', path: ['0210', '0311'], left: 1 }] };
      return answer(ask);
    },
  };
  test('names who is next, lights where he may end, and sends him there by that way', async () => {
    const { mode, click, table } = await sit(told);
    expect(mode().prompt).toMatchObject({ lead: 'To do in 0110:', at: ['0110', '0113'] });
    await click('0110');
    expect([...mode().ends.keys()]).toEqual(['0311']);
    expect(mode().prompt.text).toContain('may end in the hexes in gold');
    await click('0311', { go: true });
    expect(sent(table.done)).toEqual([plan[0]]);
  });
  test('after a march the next of them is in hand', async () => {
    const { mode, click, accept, director } = await sit(told);
    await click('0113');
    await click('0311', { go: true });
    await accept();
    director.skip();
    await settled();
    expect(mode().hand).toEqual(['r1']);
  });
  test('is done by one key', async () => {
    const { press, accept, table } = await sit(told);
    await press('p');
    await accept();
    expect(sent(table.done)).toEqual(plan);
  });
});
