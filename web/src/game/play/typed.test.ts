import { describe, expect, test } from 'vitest';
import { readOrder } from './typed';

describe('typed orders', () => {
  test('a march, with waypoints and some of the units', () => {
    expect(readOrder('2216 > 2015')).toEqual({ order: 'move', from: '2216', units: [], path: ['2015'] });
    expect(readOrder('2216 → 2116 -> 2015')).toEqual({
      order: 'move',
      from: '2216',
      units: [],
      path: ['2116', '2015'],
    });
    expect(readOrder('move 2216 (r6, r7) > 2015')).toEqual({
      order: 'move',
      from: '2216',
      units: ['r6', 'r7'],
      path: ['2015'],
    });
    expect(readOrder('2216: r6 r7 > 2015')).toEqual({
      order: 'move',
      from: '2216',
      units: ['r6', 'r7'],
      path: ['2015'],
    });
    expect(readOrder('rail 4015 > 3416')).toEqual({ order: 'ride', from: '4015', units: [], path: ['3416'] });
  });
  test('an overrun, from where and with whom', () => {
    expect(readOrder('overrun 1414')).toEqual({ order: 'overrun', target: '1414', from: null, units: [] });
    expect(readOrder('overrun 1414 from 1313 with pz7-25, pz7-6')).toEqual({
      order: 'overrun',
      target: '1414',
      from: '1313',
      units: ['pz7-25', 'pz7-6'],
    });
  });
  test('newcomers, set-up, markers', () => {
    expect(readOrder('enter pz7 at 0110')).toEqual({ order: 'enter', who: 'pz7', hex: '0110', rail: false });
    expect(readOrder('enter rifle X 5907 by rail')).toEqual({
      order: 'enter',
      who: 'rifle x',
      hex: '5907',
      rail: true,
    });
    expect(readOrder('deploy r16 at 0123')).toEqual({ order: 'deploy', who: 'r16', hex: '0123' });
    expect(readOrder('place 2015')).toEqual({ order: 'place', hex: '2015' });
    expect(readOrder('evacuate konev')).toEqual({ order: 'evacuate', who: 'konev' });
  });
  test('words alone', () => {
    expect(readOrder(' END ')).toEqual({ order: 'end' });
    expect(readOrder('done')).toEqual({ order: 'end' });
    expect(readOrder('next')).toEqual({ order: 'next' });
    expect(readOrder('cut rail')).toEqual({ order: 'cut' });
    expect(readOrder('lift')).toEqual({ order: 'lift' });
    expect(readOrder('cancel')).toEqual({ order: 'cancel' });
  });
  test('what is wrong is named', () => {
    expect(readOrder('9999 > 2015')).toEqual({ order: 'wrong', why: 'hex', word: '9999' });
    expect(readOrder('2216 > 20')).toEqual({ order: 'wrong', why: 'hex', word: '20' });
    expect(readOrder('2216 >')).toEqual({ order: 'wrong', why: 'hex', word: '' });
    expect(readOrder('overrun')).toEqual({ order: 'wrong', why: 'form', word: 'overrun' });
    expect(readOrder('place here')).toEqual({ order: 'wrong', why: 'hex', word: 'here' });
  });
  test('what is not for this phase is left to others', () => {
    expect(readOrder('attack 1414 from 1313,1413')).toBeNull();
    expect(readOrder('hello')).toBeNull();
    expect(readOrder('')).toBeNull();
  });
});
