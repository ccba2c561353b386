import { describe, expect, test } from 'vitest';
import { crowded, moments, turn1, turn5 } from '../dev/fixtures';
import { facts } from './facts';
import { counterOf, formationUnits, sideOf, someDivision, unitOf } from './position';
import { parseUnits, viewOf } from '../testing/texts';

const one = (text: string) => parseUnits(text, '2216')[0];

describe('units', () => {
  test('a German regiment has the strength of its step', () => {
    expect(one('pz7-25')).toMatchObject({
      side: 'german',
      kind: 'panzer',
      label: ['7', '25'],
      size: 'III',
      division: 'pz7',
      attack: 4,
      steps: 2,
      lost: 0,
      move: 10,
    });
    expect(one('pz7-25 lost 1').attack).toBe(2);
    expect(one('inf6 lost 3')).toMatchObject({ attack: 1, steps: 4, lost: 3, label: ['6', ''], division: null });
    expect(one('gd').label).toEqual(['GD', '']);
    expect(one('dr-2').label).toEqual(['DR', '2']);
  });
  test('a division stands for all its regiments', () => {
    expect(formationUnits('pz7').map((u) => u.id)).toEqual(['pz7-25', 'pz7-6', 'pz7-7']);
    expect(formationUnits('inf6').map((u) => u.id)).toEqual(['inf6']);
  });
  test('an untried division has a kind and an allowance, and no strength', () => {
    expect(one('r12')).toMatchObject({ kind: 'rifle', untried: true, attack: null, defense: null, move: 6 });
    expect(one('a3 tank')).toMatchObject({ kind: 'tank', untried: true, move: 10 });
    expect(someDivision('mechanised')).toMatchObject({ kind: 'mechanised', untried: true });
  });
  test('a tried division shows its counter', () => {
    const counter = facts.soviet.rifle.find((c) => c.attack === 3 && c.defense === 4)!;
    expect(one('r12 3-4#2 disrupted')).toMatchObject({
      untried: false,
      attack: 3,
      defense: 4,
      label: [counter.designations[1], ''],
    });
    expect(one('a5 tank 5-5#2')).toMatchObject({ kind: 'tank', attack: 5, move: 10 });
  });
  test('a Leader has a rating and an army', () => {
    expect(one('konev')).toMatchObject({ kind: 'leader', rating: 5, army: '19th', label: ['19', ''], size: 'XXXX' });
  });
  test('all that is told of a unit is taken', () => {
    const told = { id: 'a5', kind: 'tank', strength: [5, 5, 2], spent: 6, marks: ['moved', 'no-loc'] } as const;
    const unit = unitOf({ ...told, strength: [...told.strength], marks: [...told.marks] }, '1222');
    expect(unit).toMatchObject({ id: 'a5', hex: '1222', kind: 'tank', attack: 5, spent: 6, untried: false });
    expect([...unit.marks]).toEqual(['moved', 'no-loc']);
    expect([...unitOf('r1').marks]).toEqual([]);
  });
  test('a counter is known by its name', () => {
    expect(counterOf('rifle 3-4#2')).toEqual({ kind: 'rifle', strength: [3, 4, 2] });
    expect(unitOf({ id: 'a5', ...counterOf('tank 5-5#2') })).toMatchObject({ kind: 'tank', attack: 5, defense: 5 });
    const { rifle, tank, mechanised } = facts.soviet;
    for (const [kind, counters] of Object.entries({ rifle, tank, mechanised })) {
      for (const { attack, defense, count, designations } of counters) {
        expect(designations).toHaveLength(count);
        expect(counterOf(`${kind} ${attack}-${defense}#${count}`).strength).toEqual([attack, defense, count]);
      }
    }
  });
});

describe('positions of the engine', () => {
  test.each(Object.keys(moments))('%s: every unit is understood', (name) => {
    const { position } = moments[name];
    const view = viewOf(position);
    const written = Object.values(position.units).flat().length;
    expect(view.units.size).toBe(written);
    expect([...view.stacks.values()].reduce((n, s) => n + s.units.length, 0)).toBe(written);
    for (const unit of view.units.values()) {
      if (unit.kind !== 'leader' && !unit.untried) expect(unit.attack, unit.id).not.toBeNull();
      if (unit.side === 'soviet' && !unit.untried && unit.kind !== 'leader')
        expect(unit.label[0], unit.id).not.toBe('');
    }
    for (const stack of view.stacks.values()) expect(new Set(stack.units.map((u) => u.side)).size).toBe(1);
  });
  test('markers are where the position has them', () => {
    const view = viewOf(turn5.position);
    const cuts = view.markers.filter((m) => m.kind === 'rail-cut').map((m) => m.hex);
    expect(cuts).toEqual(turn5.position.rail_cuts);
    expect(view.markers.find((m) => m.kind === 'soviet-interdiction')?.hex).toBe(turn5.position.soviet_marker);
  });
  test('Leaders lie under the others', () => {
    for (const { units } of viewOf(turn1.position).stacks.values()) {
      const first = units.findIndex((u) => u.kind === 'leader');
      if (first >= 0) expect(units.slice(first).every((u) => u.kind === 'leader')).toBe(true);
    }
  });
  test('a tag for integration is shown exactly where the engine doubles the division', () => {
    const view = viewOf(turn5.position);
    expect(turn5.odds.length).toBeGreaterThan(5);
    for (const { hex, odds } of turn5.odds) {
      const doubled = odds.modifiers.find((m) => m.what === 'integrated');
      const division = doubled ? view.units.get(doubled.units[0])?.division : null;
      expect(view.stacks.get(hex)?.integrated ?? null, hex).toBe(division ?? null);
    }
  });
  test('what the server says of integration wins', () => {
    expect(viewOf({ units: { '1222': ['pz7'] } }).stacks.get('1222')?.integrated).toBe('pz7');
    expect(
      viewOf({ units: { '1222': ['pz7'] } }, { integrated: [], allowances: {} }).stacks.get('1222')?.integrated,
    ).toBeNull();
  });
  test('the crowded moment is crowded', () => {
    expect(viewOf(crowded.position).units.size).toBeGreaterThanOrEqual(150);
  });
});

test('phases belong to sides', () => {
  expect(sideOf('soviet_combat')).toBe('soviet');
  expect(sideOf('evacuation')).toBe('soviet');
  expect(sideOf('mechanized_movement')).toBe('german');
  expect(sideOf('game_over')).toBeNull();
});
