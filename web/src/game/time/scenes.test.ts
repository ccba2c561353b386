import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../../wire/types';
import { acted, moment, moved } from './fixture';
import { deedOf, looks, passedOver, placesOf, sceneOf, together } from './scenes';

const before = moment(3, { '1222': ['pz7-25'], '1322': ['r1', 'konev'] });

test('a phase that was ended for the player is told, not one of the opponent', () => {
  const passes = (
    n: number,
    side: 'german' | 'soviet',
    phase: 'german_combat' | 'mechanized_movement',
    auto = true,
  ) => {
    const entry = acted({ n, ply: n, side, phase });
    return { ...entry, what: { acted: { side, action: 'done', state: '', ...(auto && { auto }) } } } as typeof entry;
  };
  const entries = [
    passes(1, 'german', 'german_combat', false),
    passes(2, 'german', 'mechanized_movement'),
    passes(3, 'soviet', 'mechanized_movement'),
  ];
  expect(passedOver(entries, 'german_movement', ['german'])).toEqual(['german_combat']);
  expect(passedOver(entries, undefined, [])).toEqual([]);
});

describe('looks between the beats', () => {
  const events: GameEvent[] = [
    { event: 'overrun_began', units: ['pz7-25'], from: '1222', target: '1322' },
    { event: 'revealed', unit: 'r1', counter: 'rifle 3-4#1' },
    { event: 'odds', attack: 8, defense: 4, column: '2-1' },
    { event: 'result', die: 2, result: 'De' },
    { event: 'eliminated', unit: 'r1', hex: '1322', why: 'result' },
    { event: 'eliminated', unit: 'konev', hex: '1322', why: 'result' },
    { event: 'overrun_entered', units: ['pz7-25'], from: '1222', to: '1322' },
  ];
  const after = moment(4, { '1322': ['pz7-25 spent 6'] });
  const scene = sceneOf('german', events, before, after);
  const stages = looks(scene);

  test('one before each beat, and the true end', () => {
    expect(scene.beats.map((b) => b.kind)).toEqual(['battle', 'reveal', 'roll', 'gone', 'walk']);
    expect(stages).toHaveLength(6);
    expect(stages[0]).toBe(before);
    expect(stages[5]).toBe(after);
  });
  test('a division that dies is seen with the strength it had', () => {
    const seen = { id: 'r1', kind: 'rifle', strength: [3, 4, 1] };
    expect(stages[2].position.units['1322']).toEqual(expect.arrayContaining(['konev', seen]));
    expect(stages[2].position.units['1322']).toHaveLength(2);
  });
  test('the dead are gone before the victor enters', () => {
    expect(stages[4].position.units).toEqual({ '1222': ['pz7-25'] });
  });
  test('the camera looks where something happens', () => {
    expect(placesOf(scene.beats)).toEqual(['1322']);
  });
});

describe('scenes shown together', () => {
  const at = (ply: number) => moment(ply, {});
  const walk = (ply: number, unit: string) => sceneOf('soviet', moved(unit, '3016', '3017'), at(ply), at(ply + 1));
  const fight = sceneOf('soviet', [{ event: 'attack_began', units: ['r9'], targets: ['3018'] }], at(3), at(4));

  test('walks join until something else comes', () => {
    const { scene, rest } = together([walk(0, 'r1'), walk(1, 'r2'), walk(2, 'r3'), fight]);
    expect(scene).toMatchObject({ actions: 3, before: { ply: 0 }, after: { ply: 3 } });
    expect(rest).toEqual([fight]);
  });
  test('a fight stands alone', () => {
    expect(together([fight, walk(4, 'r1')])).toMatchObject({ scene: fight, rest: [{ actions: 1 }] });
  });
  test('not more than asked for, and not of both sides', () => {
    expect(together([walk(0, 'r1'), walk(1, 'r2')], 1).scene.actions).toBe(1);
    const other = { ...walk(1, 'r2'), side: 'german' as const };
    expect(together([walk(0, 'r1'), other]).scene.actions).toBe(1);
  });
});

test('only actions are shown', () => {
  expect(deedOf(acted({ n: 1, ply: 1, side: 'soviet' }))).toEqual({ side: 'soviet' });
  expect(deedOf({ ...acted({ n: 1, ply: 1 }), what: { said: { name: 'A', text: 'b' } } } as never)).toBeNull();
});
