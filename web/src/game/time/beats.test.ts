import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../../wire/types';
import { beatsOf, durationOf, LONGEST_WALK_MS, onlyWalks } from './beats';
import { moved } from './fixture';

describe('walks', () => {
  test('the steps of a stack, told hex by hex, are one walk with one way for each unit', () => {
    const events = [
      ...moved('pz7-25', '1416', '1516'),
      ...moved('pz7-6', '1416', '1516'),
      ...moved('pz7-25', '1516', '1616'),
      ...moved('pz7-6', '1516', '1616'),
    ];
    const [beat, ...rest] = beatsOf(events);
    expect(rest).toEqual([]);
    expect(beat).toMatchObject({
      kind: 'walk',
      legs: [
        { unit: 'pz7-25', path: ['1416', '1516', '1616'] },
        { unit: 'pz7-6', path: ['1416', '1516', '1616'] },
      ],
    });
    expect(onlyWalks([beat])).toBe(true);
  });
  test('a flag that changes on the way does not stop the march', () => {
    const control: GameEvent = { event: 'control', hex: '2216', side: 'german' };
    const beats = beatsOf([...moved('pz7-25', '2215', '2216'), control, ...moved('pz7-25', '2216', '2217')]);
    expect(beats.map((b) => b.kind)).toEqual(['walk', 'control']);
    expect(beats[0]).toMatchObject({ legs: [{ path: ['2215', '2216', '2217'] }] });
  });
  test('a hex takes 90 ms, the whole way at most 700', () => {
    expect(durationOf(beatsOf(moved('inf6', '0120', '0219', '0319'))[0])).toBe(180);
    const far = Array.from({ length: 20 }, (_, i) => `01${String(i + 10)}`);
    expect(durationOf(beatsOf(moved('inf6', ...far))[0])).toBe(LONGEST_WALK_MS);
  });
  test('a retreat is a walk of its own', () => {
    const back: GameEvent = { event: 'retreated', units: ['r1', 'konev'], from: '1322', to: '1323' };
    const beats = beatsOf([back, ...moved('pz7-25', '1222', '1322')]);
    expect(beats.map((b) => b.kind === 'walk' && b.retreat)).toEqual([true, false]);
  });
});

describe('a combat', () => {
  const events: GameEvent[] = [
    { event: 'overrun_began', units: ['pz7-25'], from: '1222', target: '1322' },
    { event: 'revealed', unit: 'r1', counter: 'rifle 3-4#1' },
    { event: 'odds', attack: 8, defense: 4, column: '2-1' },
    { event: 'die', why: 'overrun', die: 2 },
    { event: 'result', die: 2, result: 'D1' },
    { event: 'step_lost', unit: 'r1', left: 0 },
    { event: 'eliminated', unit: 'r1', hex: '1322', why: 'step' },
  ];
  test('arrows, reveal, one die with its odds, and the end once', () => {
    const beats = beatsOf(events);
    expect(beats.map((b) => b.kind)).toEqual(['battle', 'reveal', 'roll', 'gone']);
    expect(beats[2]).toMatchObject({ die: 2, column: '2-1', result: 'D1' });
    expect(onlyWalks(beats)).toBe(false);
  });
});
