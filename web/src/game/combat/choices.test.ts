import { describe, expect, test } from 'vitest';
import { parseUnits, viewOf } from '../../testing/texts';
import type { Position } from '../../wire/types';
import { destinations, proposal, type Step } from './advance.svelte';
import { choose, propose as proposeLoss, stepsLeft, strengthAfter } from './losses';
import { unitsName } from './names';
import { parsePlans } from './plans.svelte';
import { weakest } from './room.svelte';
import { propose as proposeRoute } from './route.svelte';

const unit = (text: string, hex = '2012') => parseUnits(text, hex)[0];

describe('losses', () => {
  const stack = ['pz7-25', 'pz7-6', 'mot14-53 lost 1'].map((t) => unit(t));
  test('a step that costs little before a unit that is lost', () => {
    expect(stepsLeft(stack[2])).toBe(1);
    expect(strengthAfter(stack[0], 1)).toBe(2);
    expect(strengthAfter(stack[2], 1)).toBeNull();
    expect(proposeLoss(stack, 1)).toEqual(['pz7-6']);
    expect(proposeLoss(stack, 2)).toEqual(['pz7-6', 'pz7-25']);
  });
  test('never more than there is', () => {
    expect(proposeLoss([unit('r1 3-4')], 2)).toEqual(['r1']);
    expect(choose(['mot14-53'], stack[2], 2)).toEqual(['mot14-53']);
    expect(choose(['pz7-6', 'mot14-53'], stack[2], 2)).toEqual(['pz7-6']);
    expect(choose(['pz7-6'], stack[0], 1)).toEqual(['pz7-25']);
    expect(choose(['pz7-25'], stack[0], 2)).toEqual(['pz7-25', 'pz7-25']);
  });
  test('who has no room: the weakest, Leaders last', () => {
    const units = ['konev', 'r1 7-7', 'r2 1-2'].map((t) => unit(t));
    expect(weakest(units)?.id).toBe('r2');
    expect(weakest([])).toBeNull();
  });
});

describe('ways', () => {
  test('a retreat leads away from the attackers', () => {
    expect(proposeRoute(['1911', '2010', '2111'], ['2012'])).toBe('2010');
    expect(proposeRoute([], ['2012'])).toBeNull();
  });
  test('an advance: the strongest stack into the first vacated hex, then only Leaders', () => {
    const steps: Step[] = [
      { unit: 'mot14-53', path: ['2011'] },
      { unit: 'mot14-53', path: ['2011', '2010'] },
      { unit: 'pz7-25', path: ['2011'] },
      { unit: 'pz7-6', path: ['2011'] },
    ];
    const able = [unit('mot14-53', '1912'), unit('pz7-25'), unit('pz7-6')];
    expect(destinations(steps)).toEqual(['2011', '2010']);
    expect([...proposal(steps, able, [])]).toEqual([
      ['pz7-25', '2011'],
      ['pz7-6', '2011'],
    ]);
    expect(proposal(steps, able, ['pz7-7']).size).toBe(0);
    const leader = [...steps, { unit: 'konev', path: ['2011'] }];
    expect([...proposal(leader, [...able, unit('konev')], ['r1'])]).toEqual([['konev', '2011']]);
  });
});

describe('names and notes', () => {
  test('a division is called by its name', () => {
    const view = viewOf({ units: { '2012': ['pz7', 'lehr'], '2013': ['r1 3-4', 'konev'] } } as unknown as Position);
    expect(unitsName(view, ['pz7-25', 'pz7-6', 'pz7-7'])).toBe('7th Panzer Division');
    expect(unitsName(view, ['pz7-25', 'pz7-6', 'pz7-7', 'lehr'])).toBe('7th Panzer Division and Lehr Brigade');
    expect(unitsName(view, ['pz7-25', 'pz7-6', 'lehr'])).toBe('25th Panzer Regiment and 2 more');
  });
  test('plans are read with care', () => {
    const plan = { turn: 5, targets: ['2011'], units: ['pz7-25'] };
    expect(parsePlans(JSON.stringify([plan, { turn: 'x' }, null, { turn: 5, targets: [], units: ['a'] }]))).toEqual([
      plan,
    ]);
    expect(parsePlans('{')).toEqual([]);
    expect(parsePlans(null)).toEqual([]);
  });
});
