import { describe, expect, test } from 'vitest';
import { boxOf, placeBeside, type Box, type Extent } from './place';

const screen: Extent = { width: 1040, height: 836 };
const size: Extent = { width: 344, height: 460 };
const around = (x: number, y: number): Box => ({ left: x - 60, top: y - 60, right: x + 60, bottom: y + 60 });
const covers = (box: Box, x: number, y: number, { width, height }: Extent) =>
  x < box.right && x + width > box.left && y < box.bottom && y + height > box.top;

describe('a popover beside hexes', () => {
  test('stands at the right, else at the left, else below, else above', () => {
    expect(placeBeside(around(300, 400), size, screen).side).toBe('right');
    expect(placeBeside(around(900, 400), size, screen).side).toBe('left');
    const narrow = { width: 560, height: 836 };
    expect(placeBeside(around(280, 120), size, narrow).side).toBe('below');
    expect(placeBeside(around(280, 720), size, narrow).side).toBe('above');
  });
  test('covers nothing it is about and stays on the screen wherever there is room', () => {
    for (let x = 0; x <= screen.width; x += 65) {
      for (let y = 0; y <= screen.height; y += 61) {
        const box = around(x, y);
        const place = placeBeside(box, size, screen);
        expect(place.side).not.toBe('over');
        expect(covers(box, place.x, place.y, size)).toBe(false);
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.x + size.width).toBeLessThanOrEqual(screen.width);
        expect(place.y).toBeGreaterThanOrEqual(0);
        expect(place.y + size.height).toBeLessThanOrEqual(screen.height);
      }
    }
  });
  test('says so when there is no free place', () => {
    expect(placeBeside(around(200, 200), size, { width: 400, height: 400 }).side).toBe('over');
  });
  test('hexes take their pixels at the zoom', () => {
    const box = boxOf(['0101'], { x: 0, y: 0, width: 100, height: 100, zoom: 2 });
    expect(box?.left).toBeCloseTo(0);
    expect(box?.right).toBeCloseTo(160);
    expect(boxOf([], { x: 0, y: 0, width: 1, height: 1, zoom: 1 })).toBeNull();
  });
});
