import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameEvent, Side } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import type { Batch, Moment } from '../game.svelte';
import { Album } from './album';
import { Clock } from './clock';
import { Director } from './director.svelte';
import { acted, moment, moved, undid } from './fixture';

/** A clock whose time passes when the test says so. */
class Hand {
  now = 0;
  #waiting: { at: number; run: () => void }[] = [];
  timers = {
    now: () => this.now,
    later: (run: () => void, ms: number) => {
      const wait = { at: this.now + ms, run };
      this.#waiting.push(wait);
      return () => (this.#waiting = this.#waiting.filter((w) => w !== wait));
    },
  };
  async pass(ms: number) {
    const end = this.now + ms;
    for (;;) {
      await flush();
      const next = this.#waiting.filter((w) => w.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((w) => w !== next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
    await flush();
  }
}
const flush = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

function setting(you: Side[]) {
  const said: string[] = [];
  const heard: string[] = [];
  const game = {
    id: 'abc',
    you,
    live: null as Moment | null,
    stage: null as Moment | null,
    now: null,
    spectator: you.length === 0,
    hotseat: you.length === 2,
    onbatch: (() => {}) as (batch: Batch) => void,
  };
  const desk = { game, map: { show: vi.fn() }, say: (text: string) => said.push(text) } as unknown as Desk;
  const hand = new Hand();
  const fetched = vi.fn((_id: string, from: number, to: number) =>
    Promise.resolve(Array.from({ length: to - from + 1 }, (_, i) => moment(from + i, { '3016': [`r${from + i}`] }))),
  );
  const director = new Director(desk, new Clock(hand.timers), new Album('abc', fetched as never), (sound) =>
    heard.push(sound),
  );
  const come = (first: Moment) => {
    game.live = first;
    director.arrive();
  };
  const batch = (after: Moment, entries: Batch['entries'], before = after.ply - entries.length) => {
    game.live = after;
    game.onbatch({ entries, before, position: after.position, score: after.score, marks: after.marks! });
  };
  return { game, director, hand, come, batch, said, heard, fetched };
}

const start = moment(0, { '3016': ['r1'], '2216': ['inf6'] });
const walked = moment(1, { '3018': ['r1'], '2216': ['inf6'] });
const walk = moved('r1', '3016', '3017', '3018');

describe('the director', () => {
  let s: ReturnType<typeof setting>;
  beforeEach(() => {
    s = setting(['german']);
    s.come(start);
  });

  test('a die is heard once, and so is a lost step', async () => {
    const events: GameEvent[] = [
      { event: 'attack_began', units: ['inf6'], targets: ['3016'] },
      { event: 'odds', attack: 9, defense: 3, column: '3-1' },
      { event: 'die', why: 'combat', die: 4 },
      { event: 'result', die: 4, result: 'D1' },
      { event: 'eliminated', unit: 'r1', hex: '3016', why: 'result' },
    ];
    s.batch(moment(1, { '2216': ['inf6'] }), [acted({ n: 1, ply: 1 }, events)]);
    await s.hand.pass(6000);
    expect(s.director.playing).toBe(false);
    expect(s.heard).toEqual(['die', 'hit']);
  });

  test('shows an action of the opponent in time, then the present', async () => {
    s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
    await flush();
    expect(s.director.playing).toBe(true);
    expect(s.game.stage?.ply).toBe(0);
    expect(s.director.spectacle.away).toEqual(['3016']);
    expect(s.director.spectacle.motion?.glides).toHaveLength(1);
    await s.hand.pass(179);
    expect(s.director.playing).toBe(true);
    await s.hand.pass(2);
    expect(s.director.playing).toBe(false);
    expect(s.game.stage).toBeNull();
    expect(s.director.spectacle.away).toEqual([]);
  });
  test('what was skipped can be watched again, until it is taken back', async () => {
    expect(s.director.missed.catchUp()).toBe(false);
    s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
    const on = moment(2, { '3019': ['r1'], '2216': ['inf6'] });
    s.batch(on, [acted({ n: 2, ply: 2, side: 'soviet' }, moved('r1', '3018', '3019'))]);
    await flush();
    s.director.skip();
    const show = vi.spyOn(s.director, 'show').mockResolvedValue();
    expect(s.director.missed.catchUp()).toBe(true);
    expect(show).toHaveBeenCalledWith(0, 2);
    s.batch(walked, [undid({ n: 3, ply: 1 }, 1)], 2);
    expect(s.director.missed.catchUp()).toBe(false);
  });
  test('a Soviet die is shown as such, though the German ended the phase before it', async () => {
    const rolled: GameEvent[] = [
      { event: 'phase_began', turn: 1, phase: 'soviet_movement' },
      { event: 'die', why: 'army16', die: 3 },
      { event: 'army_rolled', army: 16, stands: true },
    ];
    s.batch({ ...start, ply: 1 }, [acted({ n: 1, ply: 1, side: 'german' }, rolled)]);
    await flush();
    expect(s.director.spectacle.roll?.die).toBe(3);
    expect(s.director.progress?.side).toBe('soviet');
  });
  test('tells a screen reader what the opponent did', () => {
    s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
    expect(s.said).toEqual(['Untried rifle division: 3016 to 3018']);
  });
  test('glides an own walk over the present without a halt', async () => {
    const after = moment(1, { '3016': ['r1'], '2218': ['inf6'] });
    s.batch(after, [acted({ n: 1, ply: 1 }, moved('inf6', '2216', '2217', '2218'))]);
    await flush();
    expect(s.director.playing).toBe(false);
    expect(s.game.stage).toBeNull();
    expect(s.director.spectacle.away).toEqual(['2218']);
    expect(s.said).toEqual([]);
    await s.hand.pass(200);
    expect(s.director.spectacle.motion).toBeNull();
  });
  test('an own combat is shown before the next question', async () => {
    const events: GameEvent[] = [
      { event: 'attack_began', units: ['inf6'], targets: ['3016'] },
      { event: 'odds', attack: 9, defense: 3, column: '3-1' },
      { event: 'die', why: 'combat', die: 4 },
      { event: 'result', die: 4, result: 'D1' },
    ];
    s.batch(moment(1, start.position.units as never), [acted({ n: 1, ply: 1 }, events)]);
    await flush();
    expect(s.director.playing).toBe(true);
    expect(s.director.spectacle.battle).toEqual({ targets: ['3016'], from: ['2216'] });
    await s.hand.pass(400);
    expect(s.director.spectacle.roll?.die).toBe(4);
    expect(s.director.spectacle.roll?.story?.result).toBe('D1');
    await s.hand.pass(3000);
    expect(s.director.playing).toBe(false);
  });
  test('skipping goes to the present at once', async () => {
    s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
    await flush();
    s.director.skip();
    expect(s.director.playing).toBe(false);
    expect(s.game.stage).toBeNull();
    await s.hand.pass(5000);
    expect(s.game.stage).toBeNull();
  });
  test('a pause holds it', async () => {
    s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
    await flush();
    s.director.pause(true);
    await s.hand.pass(5000);
    expect(s.director.playing).toBe(true);
    s.director.pause(false);
    await s.hand.pass(200);
    expect(s.director.playing).toBe(false);
  });
  test('of several actions at once the positions between are fetched', async () => {
    s.batch(moment(3, { '3020': ['r1'] }), [
      acted({ n: 1, ply: 1, side: 'soviet' }, walk),
      acted({ n: 2, ply: 2, side: 'soviet' }, moved('r2', '3116', '3117')),
      acted({ n: 3, ply: 3, side: 'soviet' }, moved('r1', '3018', '3019', '3020')),
    ]);
    await flush();
    expect(s.fetched).toHaveBeenCalledWith('abc', 0, 2);
    expect(s.director.progress).toMatchObject({ of: 3, side: 'soviet' });
    await s.hand.pass(1000);
    expect(s.game.stage).toBeNull();
  });
  test('going back is not shown', async () => {
    s.batch(start, [undid({ n: 1, ply: 0 }, 0)], 1);
    await flush();
    expect(s.director.playing).toBe(false);
    expect(s.game.stage).toBeNull();
  });
  test('many actions end in time', async () => {
    const roll: GameEvent[] = [
      { event: 'attack_began', units: ['r1'], targets: ['2216'] },
      { event: 'odds', attack: 9, defense: 3, column: '3-1' },
      { event: 'result', die: 4, result: 'A1' },
    ];
    for (let i = 1; i <= 60; i++) {
      s.batch(moment(i, start.position.units as never), [acted({ n: i, ply: i, side: 'soviet' }, roll)]);
    }
    await s.hand.pass(15_000);
    expect(s.director.playing).toBe(true);
    await s.hand.pass(6_000);
    expect(s.director.playing).toBe(false);
  });
});

test('both sides at one screen: nothing is offered, everything is shown', async () => {
  const s = setting(['german', 'soviet']);
  s.come(start);
  s.batch(walked, [acted({ n: 1, ply: 1, side: 'soviet' }, walk)]);
  await flush();
  expect(s.director.playing).toBe(false);
  expect(s.director.spectacle.motion?.glides).toHaveLength(1);
  expect(s.director.missed.offer).toBeNull();
});
