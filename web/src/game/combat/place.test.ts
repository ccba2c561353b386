import { describe, expect, test } from 'vitest';
import { boxOf, placeBeside, placeRoll, roomAbove, roomFor, type Box, type Extent, type Room } from './place';

const screen: Extent = { width: 1040, height: 836 };
const size: Extent = { width: 344, height: 460 };
const around = (x: number, y: number): Box => ({ left: x - 60, top: y - 60, right: x + 60, bottom: y + 60 });
const covers = (box: Box, x: number, y: number, { width, height }: Extent) =>
  x < box.right && x + width > box.left && y < box.bottom && y + height > box.top;

test('a die lies inside the map, and not under the bar that tells of it', () => {
  const phone = { width: 390, height: 620 };
  const die = { width: 150, height: 66 };
  const zoom = 0.5;
  for (const hex of ['2011', '2216', '2419', '2606'] as const) {
    // The hex at each edge of the map in turn.
    const box = boxOf([hex], { x: 0, y: 0, width: 780, height: 1240, zoom });
    for (const [x, y] of [
      [20, 20],
      [370, 300],
      [20, 300],
      [200, 610],
    ]) {
      const [dx, dy] = [((box!.left + box!.right) / 2 - x) / zoom, ((box!.top + box!.bottom) / 2 - y) / zoom];
      const place = placeRoll(hex, die, { x: dx, y: dy, width: 780, height: 1240, zoom })!;
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + die.width).toBeLessThanOrEqual(phone.width);
      expect(place.y).toBeGreaterThanOrEqual(72);
      expect(place.y + die.height).toBeLessThanOrEqual(phone.height);
    }
  }
});

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
  test('has the map moved where there would be no free place, or the hexes are not seen', () => {
    /** The box after the map has moved. */
    const moved = (box: Box, { x, y, shrink }: Room): Box => {
      const [w, h] = [((box.right - box.left) * shrink) / 2, ((box.bottom - box.top) * shrink) / 2];
      return { left: x - w, top: y - h, right: x + w, bottom: y + h };
    };
    const wide: Extent = { width: 502, height: 392 };
    const boxes = [-300, 0, 200, 520, 700, 900, 1300].flatMap((x) =>
      [-200, 60, 400, 800, 1100].flatMap((y) =>
        [60, 150, 400].map((r) => ({ left: x - r, top: y - 60, right: x + r, bottom: y + 60 })),
      ),
    );
    // In the middle of the map, where a wide question used to lie over its own hexes after a reload.
    expect(placeBeside({ left: 430, top: 350, right: 640, bottom: 560 }, wide, screen).side).toBe('over');
    for (const box of boxes) {
      const room = roomFor(box, wide, screen);
      const after = room ? moved(box, room) : box;
      const place = placeBeside(after, wide, screen);
      expect(place.side, JSON.stringify(box)).not.toBe('over');
      expect(covers(after, place.x, place.y, wide)).toBe(false);
      expect(after.left >= 0 && after.top >= 0 && after.right <= screen.width && after.bottom <= screen.height).toBe(
        true,
      );
      // Nothing moves twice.
      expect(roomFor(after, wide, screen)).toBeNull();
    }
  });
  test('on a phone the hexes come above the sheet', () => {
    const free = { width: 390, height: 180 };
    expect(roomAbove({ left: 100, top: 20, right: 200, bottom: 120 }, free)).toBeNull();
    expect(roomAbove({ left: 100, top: 300, right: 200, bottom: 400 }, free)).toEqual({ x: 195, y: 90, shrink: 1 });
    expect(roomAbove({ left: 0, top: 0, right: 200, bottom: 360 }, free)?.shrink).toBeCloseTo(0.5);
    expect(roomAbove({ left: 0, top: 0, right: 200, bottom: 360 }, free, 0.8)?.shrink).toBe(0.8);
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
