import { describe, expect, test } from 'vitest';
import { SHEET, centre } from '../lib/hex';
import * as camera from './camera';
import { cursorStep } from './cursor';
import { hexNumbers } from './hexnumbers';

const size = { width: 1440, height: 900 };

describe('camera', () => {
  test('the whole sheet fits and is centred', () => {
    const c = camera.fit(size);
    const [x, y] = camera.toScreen(c, [SHEET[0] + SHEET[2] / 2, SHEET[1] + SHEET[3] / 2]);
    expect(x).toBeCloseTo(720);
    expect(y).toBeCloseTo(450);
  });
  test('screen and map are inverse', () => {
    const c = camera.lookAt(centre('2216'), 0.84, size);
    const [x, y] = camera.toScreen(c, centre('1817'));
    const back = camera.toMap(c, x, y);
    expect(back[0]).toBeCloseTo(centre('1817')[0]);
    expect(back[1]).toBeCloseTo(centre('1817')[1]);
  });
  test('zooming keeps the point under the pointer', () => {
    const c = camera.lookAt(centre('2216'), 0.84, size);
    const before = camera.toMap(c, 500, 300);
    const after = camera.toMap(camera.zoomAt(c, size, 500, 300, 1.7), 500, 300);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
  test('zoom has its limits', () => {
    const c = camera.lookAt(centre('2216'), 1, size);
    expect(camera.zoomAt(c, size, 0, 0, 100).zoom).toBe(camera.MAX_ZOOM);
    expect(camera.zoomAt(c, size, 0, 0, 0.001).zoom).toBeCloseTo(camera.minZoom(size));
  });
  test('the sheet cannot be lost', () => {
    const c = camera.within({ x: -99999, y: 99999, zoom: 1 }, size);
    expect(c.x + SHEET[2]).toBeGreaterThanOrEqual(size.width / 2);
    expect(c.y).toBeLessThanOrEqual(size.height / 2);
  });
  test('a hex at the edge comes up from under what lies over the map', () => {
    const phone = { width: 390, height: 640 };
    // What is looked at lies beyond the map, so that the hex is above a sheet at the bottom.
    const [x, y] = centre('2330');
    const place = (slack?: number) => camera.toScreen(camera.lookAt([x, y + 250], 0.8, phone, slack), [x, y])[1];
    expect(place()).toBeGreaterThan(400);
    expect(place(camera.NEEDED)).toBeCloseTo(320 - 200);
  });
  test('a hex in view moves nothing, one out of view is brought in', () => {
    const c = camera.lookAt(centre('2216'), 0.84, size);
    expect(camera.bringIn(c, size, '2217')).toBe(c);
    const [x, y] = camera.toScreen(camera.bringIn(c, size, '5920'), centre('5920'));
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeLessThanOrEqual(size.height);
  });
  test('zoom classes change at 0.75 and 0.45', () => {
    expect([0.75, 0.74, 0.45, 0.44].map(camera.zoomClass)).toEqual(['near', 'mid', 'mid', 'far']);
  });
});

describe('cursor', () => {
  test('left and right keep the row', () => {
    expect(cursorStep('2216', 'ArrowRight')).toBe('2316');
    expect(cursorStep('2316', 'ArrowRight')).toBe('2416');
    expect(cursorStep('2316', 'ArrowLeft')).toBe('2216');
    expect(cursorStep('2216', 'ArrowUp')).toBe('2215');
  });
  test('slanting keys take the other four directions', () => {
    expect(['Home', 'PageUp', 'End', 'PageDown'].map((k) => cursorStep('2216', k))).toEqual([
      ...['2116', '2316', '2117', '2317'],
    ]);
  });
  test('it stays on the board and leaves other keys alone', () => {
    expect(cursorStep('0101', 'ArrowUp')).toBeNull();
    expect(cursorStep('2216', 'x')).toBeNull();
  });
});

test('every hex has its number, four figures each', () => {
  const columns = Array.from({ length: 59 }, (_, i) => hexNumbers(i + 1));
  expect(columns.every((d) => d.match(/M/g)?.length === 31 * 4)).toBe(true);
});
