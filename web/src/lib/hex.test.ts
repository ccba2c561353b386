import { describe, expect, test } from 'vitest';
import {
  ALL_HEXES,
  SIDE,
  centre,
  corners,
  distance,
  hexUnder,
  hexside,
  hexesWithin,
  neighbour,
  neighbours,
} from './hex';
import { area, cut, gap, outlines } from './shapes';

describe('hexes', () => {
  test('there are 1,829 and neighbours are mutual', () => {
    expect(ALL_HEXES.length).toBe(1829);
    for (const hex of ALL_HEXES) for (const other of neighbours(hex)) expect(neighbours(other)).toContain(hex);
  });
  test('neighbours are as the map data says', () => {
    expect(neighbour('0101', 'se')).toBe('0201');
    expect(neighbour('0201', 'ne')).toBe('0301');
    expect(neighbour('0201', 'sw')).toBe('0102');
    expect(neighbour('0101', 'n')).toBeNull();
  });
  test('distance counts steps', () => {
    expect(distance('2216', '2216')).toBe(0);
    expect(distance('2216', '2217')).toBe(1);
    for (const other of neighbours('2216')) expect(distance('2216', other)).toBe(1);
    expect(hexesWithin('3016', 2).length).toBe(19);
  });
  test('the hex under a point is found in the middle of every hex and just inside its corners', () => {
    for (const hex of ALL_HEXES) {
      expect(hexUnder(...centre(hex))).toBe(hex);
      for (const [x, y] of corners(hex, SIDE * 0.97)) expect(hexUnder(x, y)).toBe(hex);
    }
  });
  test('beside the board there is no hex', () => {
    expect(hexUnder(-30, 500)).toBeNull();
    expect(hexUnder(1000, -40)).toBeNull();
    expect(hexUnder(4000, 500)).toBeNull();
  });
  test('a hexside lies between its two hexes', () => {
    const [a, b] = hexside('2216', '2217');
    for (const end of [a, b]) {
      expect(gap(end, centre('2216'))).toBeCloseTo(SIDE);
      expect(gap(end, centre('2217'))).toBeCloseTo(SIDE);
    }
    expect(() => hexside('2216', '3016')).toThrow('not adjacent');
  });
});

describe('shapes', () => {
  test('a ring of hexes has an outer and an inner outline', () => {
    const ring = new Set(neighbours('3016'));
    expect(
      outlines(ring)
        .map((l) => l.length)
        .sort(),
    ).toEqual([18, 6]);
    expect(area(ring).match(/M/g)?.length).toBe(2);
    expect(area([])).toBe('');
  });
  test('a cut line keeps its length and its ends', () => {
    const line = [
      [0, 0],
      [100, 0],
      [100, 50],
    ] as const;
    const pieces = cut(line, 40);
    expect(pieces.length).toBe(4);
    expect(pieces[0][0]).toEqual([0, 0]);
    expect(pieces[3][pieces[3].length - 1]).toEqual([100, 50]);
    const length = (p: readonly (readonly [number, number])[]) =>
      p.slice(1).reduce((sum, q, i) => sum + gap(p[i], q), 0);
    expect(pieces.map(length).reduce((a, b) => a + b)).toBeCloseTo(150);
  });
});
