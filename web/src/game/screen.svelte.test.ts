import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { openGame, settled, type Told } from '../testing/table';
import type { Answer, Ask, Decision, Illegal, LegalView } from '../wire/types';
import { noLegal } from './play/fake';

const move: Decision = { side: 'german', question: 'move' } as Decision;
const legal = (actions: LegalView['actions']): LegalView => ({ ...noLegal, actions });
const refused: Illegal = { case: '14.13', reason: 'provisional_due' };
const answer = (ask: Ask): Answer | undefined => {
  if (typeof ask === 'object' && 'check' in ask) return { check: { refused } };
  return undefined;
};
const ours: Told = { decision: move, legal: legal(['done']), answer, position: { units: { '1222': ['pz7-25'] } } };

describe('the mode on the screen', () => {
  test('is the one of the decision, and of nothing while there is none', () => {
    const { screen, table } = openGame(ours);
    expect(screen.mode.constructor.name).toBe('MoveMode');
    table.acted({ decision: null });
    expect(screen.mode.constructor.name).toBe('Waiting');
  });

  test('is made anew by an action, and the last one is told that it is over', async () => {
    const { screen, desk, table } = openGame(ours);
    await settled();
    const before = screen.mode;
    let over = 0;
    before.close = () => over++;
    let picked = 0;
    desk.grace.after(new Promise(() => {}), () => picked++);
    table.acted({ decision: move });
    expect(screen.mode).not.toBe(before);
    expect(over).toBe(1);
    // What waited for an answer was about the old position.
    desk.grace.now();
    expect(picked).toBe(0);
  });

  test('a refusal goes with the next thing done, by a command or by Escape', async () => {
    const { screen, desk } = openGame(ours);
    await settled();
    const refuse = () => desk.refuse({ code: 'illegal', message: '', facts: {}, illegal: refused } as never);
    refuse();
    screen.run(screen.mode.commands.find((c) => c.id === 'end_phase')!);
    expect(desk.notice).toBeNull();
    refuse();
    screen.key(new KeyboardEvent('keydown', { key: 'Escape' }), null);
    expect(desk.notice).toBeNull();
    // What is told of something that was done stays.
    desk.notice = { kind: 'news', text: 'kept' };
    screen.key(new KeyboardEvent('keydown', { key: 'Escape' }), null);
    expect(desk.notice).not.toBeNull();
  });

  test('reading it does nothing', async () => {
    const { screen, table } = openGame(ours);
    await settled();
    const asked = table.asked.length;
    expect(screen.mode).toBe(screen.mode);
    expect(screen.mode.commands.length).toBeGreaterThan(0);
    await settled();
    expect(table.asked.length).toBe(asked);
  });

  test('asks nothing before a decision: what may be done came with the position', async () => {
    const { screen, table, director } = openGame(ours);
    expect(screen.asking).toEqual(move);
    table.acted({ decision: move });
    director.skip();
    flushSync();
    // At once, with nothing sent and nothing awaited.
    expect(screen.asking).toEqual(move);
    expect(table.asked).toEqual([]);
    await settled();
    expect(table.asked).toEqual([]);
  });

  test('keeps what is legal when somebody only says something', () => {
    const { game, table } = openGame(ours);
    const before = game.legal;
    table.acted({ decision: move }, { what: { said: { name: 'Boris', side: 'soviet', text: 'Hm' } } } as never);
    expect(game.legal).toBe(before);
  });

  test('stays while an order of several actions is carried out', async () => {
    const { screen, game, table } = openGame(ours);
    await settled();
    const { mode } = screen;
    let end = () => {};
    const order = game.carry(() => new Promise<void>((resolve) => (end = resolve)));
    table.acted({ decision: move });
    expect(screen.mode).toBe(mode);
    end();
    await order;
    flushSync();
    expect(screen.mode).not.toBe(mode);
  });

  test('comes back when the past is no longer looked at', async () => {
    const { screen, game } = openGame(ours);
    await settled();
    game.stage = { ...game.live!, ply: 0 };
    flushSync();
    expect(screen.mode.constructor.name).toBe('Waiting');
    game.stage = null;
    flushSync();
    expect(screen.mode.constructor.name).toBe('MoveMode');
  });
});

describe('a phase that cannot end yet', () => {
  const bound: Told = { ...ours, legal: legal([]) };
  const end = (screen: ReturnType<typeof openGame>['screen']) =>
    screen.mode.commands.find((c) => c.id === 'end_phase')?.disabled;

  test('says why: the server is asked once, when what is legal is known', async () => {
    const { screen, table } = openGame(bound);
    await settled();
    expect(end(screen)).toMatchObject({
      reason: 'The provisional division must still enter this turn.',
      case: '14.13',
    });
    expect(table.asked.filter((a) => typeof a === 'object' && 'check' in a)).toHaveLength(1);
  });

  test('also when it is shown again after the past', async () => {
    const { screen, game } = openGame(bound);
    await settled();
    game.stage = { ...game.live!, ply: 0 };
    flushSync();
    game.stage = null;
    flushSync();
    await settled();
    expect(end(screen)).toMatchObject({ case: '14.13' });
  });

  test('is not asked about where it can end', async () => {
    const { screen, table } = openGame(ours);
    await settled();
    expect(end(screen)).toBeNull();
    expect(table.asked.filter((a) => typeof a === 'object' && 'check' in a)).toEqual([]);
  });
});
