import { describe, expect, test, vi } from 'vitest';
import type { GameEvent } from '../../wire/types';
import { Album } from './album';
import { acted, moment, moved, redid, undid } from './fixture';
import { lookOf, onSheet, referredIn, wholeSheet } from './picture';
import { knownFrom, pliesOf } from './plies';
import { placeBefore, strideFrom, ticksOf } from './replay.svelte';
import { Seen } from './seen';

const entries = [
  acted({ n: 1, ply: 1, phase: 'soviet_movement', side: 'soviet' }),
  acted({ n: 2, ply: 2, phase: 'soviet_movement', side: 'soviet' }),
  acted({ n: 3, ply: 3, phase: 'german_movement', side: 'soviet' }),
  acted({ n: 4, ply: 4, phase: 'german_movement' }, moved('inf6', '0120', '0219')),
];

describe('the actions that count', () => {
  test('what was undone does not, what was taken again does', () => {
    const again = [...entries, undid({ n: 5, ply: 2 }, 2), redid({ n: 6, ply: 3 }), acted({ n: 7, ply: 4 })];
    expect(pliesOf(again).map((p) => p.n)).toEqual([1, 2, 3, 7]);
  });
  test('an action belongs to the phase it was made in', () => {
    expect(pliesOf(entries).map((p) => p.phase)).toEqual([
      ...['soviet_set_up', 'soviet_movement', 'soviet_movement', 'german_movement'],
    ]);
  });
  test('draws and reveals tell what a division is', () => {
    const drawn = acted({ n: 1, ply: 1 }, [
      { event: 'drawn', unit: 'a1', kind: 'tank', from_dead_pile: false },
      { event: 'revealed', unit: 'r3', counter: 'rifle 3-4#1' },
    ]);
    expect([...knownFrom([drawn])]).toEqual([
      ['a1', { kind: 'tank' }],
      ['r3', { kind: 'rifle', strength: [3, 4, 1] }],
    ]);
  });
});

describe('strides', () => {
  const ticks = ticksOf(
    pliesOf([...entries, acted({ n: 5, ply: 5, turn: 6, phase: 'soviet_movement' }), acted({ n: 6, ply: 6, turn: 6 })]),
  );
  test('phases and turns are marked', () => {
    expect(ticks.map((t) => [t.ply, t.newTurn])).toEqual([
      [0, true],
      [1, true],
      [3, false],
      [5, true],
    ]);
  });
  test('by action, phase and turn, both ways, and never beyond an end', () => {
    expect(strideFrom(2, 1, 'action', ticks, 6)).toBe(3);
    expect(strideFrom(0, -1, 'action', ticks, 6)).toBe(0);
    expect(strideFrom(2, 1, 'phase', ticks, 6)).toBe(3);
    expect(strideFrom(2, -1, 'phase', ticks, 6)).toBe(1);
    expect(strideFrom(1, 1, 'turn', ticks, 6)).toBe(5);
    expect(strideFrom(5, 1, 'turn', ticks, 6)).toBe(6);
    expect(strideFrom(4, -1, 'turn', ticks, 6)).toBe(1);
  });
});

test('a moment has the place of what came before it in its phase', () => {
  const lost: GameEvent = { event: 'step_lost', unit: 'inf6', left: 1 } as GameEvent;
  const plies = pliesOf([...entries, acted({ n: 5, ply: 5, phase: 'german_movement' }, [lost])]);
  expect([4, 5].map((ply) => placeBefore(plies, ply))).toEqual(['0219', '0219']);
  // Before it nothing has happened anywhere, and the phase before that is another one.
  expect([0, 1, 3].map((ply) => placeBefore(plies, ply))).toEqual([null, null, null]);
  // A game in which nothing was done has no places.
  expect([0, 1].map((ply) => placeBefore([], ply))).toEqual([null, null]);
});

describe('positions of the past', () => {
  const fetcher = () =>
    vi.fn((_: string, from: number, to: number) =>
      Promise.resolve(Array.from({ length: to - from + 1 }, (_, i) => moment(from + i, {}))),
    );
  test('are fetched once, and never more than 200', async () => {
    const fetch = fetcher();
    const album = new Album('abc', fetch as never);
    expect(await album.between(10, 450)).toHaveLength(441);
    expect(fetch.mock.calls.map(([, from, to]) => [from, to])).toEqual([
      [10, 209],
      [210, 409],
      [410, 450],
    ]);
    await album.between(100, 300);
    expect(fetch).toHaveBeenCalledTimes(3);
  });
  test('one brings those around it, not beyond the end', async () => {
    const fetch = fetcher();
    const album = new Album('abc', fetch as never);
    expect((await album.one(130, 150)).ply).toBe(130);
    expect(fetch).toHaveBeenCalledWith('abc', 100, 150);
  });
  test('what was undone is forgotten', async () => {
    const fetch = fetcher();
    const album = new Album('abc', fetch as never);
    await album.between(0, 3);
    album.forget(1);
    expect([album.at(1)?.ply, album.at(2)]).toEqual([1, null]);
  });
});

test('the last action seen is kept for each game, and rubbish ignored', () => {
  const kept = new Map<string, string>();
  const store = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) };
  const seen = new Seen('abc', store);
  expect(seen.ply).toBeNull();
  seen.ply = 12;
  expect([new Seen('abc', store).ply, new Seen('xyz', store).ply]).toEqual([12, null]);
  kept.set('pgg-seen-abc', 'many');
  expect(seen.ply).toBeNull();
});

describe('pictures', () => {
  test('the part on screen is cut to the sheet; beside it the whole is meant', () => {
    const all = wholeSheet();
    expect(onSheet({ x: all.x - 100, y: 0, width: 300, height: 200 })).toEqual({
      x: all.x,
      y: 0,
      width: 200,
      height: 200,
    });
    expect(onSheet({ x: 90_000, y: 0, width: 300, height: 200 })).toEqual(all);
  });
  test('an element carries its look where it is not the default', () => {
    const style = { fill: 'rgb(1, 2, 3)', stroke: 'none', 'font-family': '"Inter"', opacity: '0.5' } as Record<
      string,
      string
    >;
    const of = { getPropertyValue: (name: string) => style[name] ?? '' };
    const path = [
      ['fill', 'rgb(1, 2, 3)'],
      ['opacity', '0.5'],
    ];
    expect(lookOf(of, 'path')).toEqual(path);
    expect(lookOf(of, 'text')).toEqual([...path, ['font-family', "'Inter'"]]);
  });
  test('patterns that are referred to are found', () => {
    const text = `<path fill="url('#hatch-ger')"/><use href="#tile"/><path fill="url(#crowns)"/>`;
    expect([...referredIn(text)]).toEqual(['hatch-ger', 'tile', 'crowns']);
  });
});
