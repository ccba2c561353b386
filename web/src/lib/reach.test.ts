import { describe, expect, test } from 'vitest';
import { planOf } from '../game/play/plan';
import type { Illegal, ReachView } from '../wire/types';
import { caseOf } from '../net/fault';
import { reachOf } from './reach';

const alone: Illegal = { case: '10.23', reason: 'leader_alone', facts: { unit: 'konev', hex: '1321' } } as Illegal;
const view: ReachView = {
  start: '1222',
  left: 10,
  // 1120 comes before 1121, out of which it is entered.
  hexes: [
    [2, 8, ['1221s']],
    [4, 6, ['1120s', '1121se']],
    [6, 4, ['1220s']],
  ],
  stops: ['1220'],
  road: ['1221'],
  targets: [['1119', ['1120', '1220']]],
  barred: {
    ...{ far: ['1018'], zone: ['1219'], enemies: ['1119', '2020'], others: [['1321', alone]] },
    cases: { far: '1.1', zone: '1.2', enemies: '1.3', ride: '1.4' },
  },
  rail: [{ units: ['r1', 'r2'], hexes: [[3, ['1221s', '1220s']]] }],
};
const reach = reachOf(view);
const known = { reach, left: 10, byRail: false, rideable: false };

describe('an answer of the server', () => {
  test('has its ways written out', () => {
    const path = (hex: string) => reach.hexes.find((h) => h.hex === hex)?.path;
    expect(path('1221')).toEqual(['1221']);
    expect(path('1220')).toEqual(['1221', '1220']);
    expect(path('1120')).toEqual(['1221', '1121', '1120']);
  });
  test('says for each hex what it costs and what is special there', () => {
    const [road, far] = ['1221', '1220'].map((hex) => reach.hexes.find((h) => h.hex === hex));
    expect(road).toMatchObject({ cost: 2, left: 8, road: true, stops: false, overrun: true });
    expect(far).toMatchObject({ cost: 6, left: 4, road: false, stops: true, overrun: false });
  });
  test('tells units that ride alike together; each has its rides', () => {
    expect(reach.rail.map((r) => r.unit)).toEqual(['r1', 'r2']);
    expect(reach.rail[1].hexes[1]).toEqual({ hex: '1220', cost: 3, path: ['1221', '1220'] });
  });
});

describe('a click', () => {
  test('on an enemy overruns him from the place that the server puts first', () => {
    expect(planOf('1119', known)).toMatchObject({ to: '1120', overrun: '1119', left: 6 });
  });
  test('out of reach is told by the code and the case that the referee gave', () => {
    const faultOf = (hex: string, byRail = false) => {
      const plan = planOf(hex, { ...known, byRail });
      return plan && 'fault' in plan ? plan.fault : null;
    };
    const code = (hex: string) => {
      const fault = faultOf(hex);
      return fault && 'code' in fault ? fault.code : fault?.case;
    };
    expect(['1018', '1219', '2020', '3030'].map((hex) => caseOf(faultOf(hex)))).toEqual([
      '1.1',
      '1.2',
      '1.3',
      undefined,
    ]);
    expect(faultOf('3030', true)).toMatchObject({ code: 'barred_ride', case: '1.4' });
    expect(['1321', '1018', '1219', '2020', '3030'].map(code)).toEqual([
      '10.23',
      'barred_far',
      'barred_zone',
      'barred_enemies',
      'barred_beyond',
    ]);
  });
});
