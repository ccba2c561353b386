import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { centre, SHEET, type Hex } from '../lib/hex';
import { attachGestures, type PointerInfo } from './gestures';

/** The sheet lies with its corner in the corner of the viewport, one unit to a pixel. */
function viewport({ gathers = false } = {}) {
  const element = document.body.appendChild(document.createElement('div'));
  element.setPointerCapture = () => {};
  const picks: PointerInfo[] = [];
  const drags: [Hex, Hex | null, string][] = [];
  const lassos: (readonly Hex[])[] = [];
  let moves = 0;
  const detach = attachGestures(element, {
    camera: () => ({ x: 0, y: 0, zoom: 1 }),
    size: () => ({ width: 3800, height: 2400 }),
    move: () => moves++,
    grabs: () => true,
    gathers: (shift) => shift || gathers,
    lasso: (drawn, hexes) => void (drawn ?? lassos.push(hexes)),
    pick: (info) => picks.push(info),
    hover: () => {},
    point: () => {},
    drag: (...told) => drags.push(told),
    dragging: () => {},
  });
  onTestFinished(() => {
    detach();
    element.remove();
  });
  const send = (kind: string, hex: Hex, more: PointerEventInit = {}, off = 0) => {
    const [x, y] = centre(hex);
    const at = { clientX: x - SHEET[0] + off, clientY: y - SHEET[1] + off };
    const event = new PointerEvent(`pointer${kind}`, { pointerId: 1, pointerType: 'mouse', ...at, ...more });
    element.dispatchEvent(event);
  };
  return { element, send, picks, drags, lassos, moves: () => moves };
}

describe('a press on the map', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is a pick; with the right button it goes at once', () => {
    const { send, picks } = viewport();
    for (const button of [0, 2]) {
      send('down', '2216', { button });
      send('up', '2216', { button });
    }
    expect(picks).toMatchObject([
      { hex: '2216', touch: false },
      { hex: '2216', go: true },
    ]);
    expect(picks[0].go).toBeUndefined();
  });

  test('has no menu of the browser', () => {
    const { element } = viewport();
    const event = new MouseEvent('contextmenu', { cancelable: true });
    element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

  test('by a finger that rests goes at once, and letting go is no tap as well', () => {
    const { send, picks } = viewport();
    const finger = { pointerType: 'touch', button: 0 };
    send('down', '2216', finger);
    expect(picks).toEqual([]);
    vi.runAllTimers();
    expect(picks).toMatchObject([{ hex: '2216', touch: true, go: true }]);
    send('up', '2216', finger);
    expect(picks).toHaveLength(1);
    // A tap is over before, and a finger that moves the map means no hex.
    send('down', '2216', finger);
    send('up', '2216', finger);
    expect(picks[1].go).toBeUndefined();
    send('down', '2216', finger);
    send('move', '2217', finger);
    vi.runAllTimers();
    send('up', '2217', finger);
    expect(picks).toHaveLength(2);
  });

  test('with Shift, drawn on, is a lasso around hexes and carries nothing', () => {
    const { send, lassos, drags, picks, moves } = viewport();
    const shift = { shiftKey: true, button: 0 };
    send('down', '2216', shift, -10);
    send('move', '2316', shift);
    send('up', '2317', shift, 10);
    expect(lassos).toEqual([['2216', '2317']]);
    expect([drags, picks, moves()]).toEqual([[], [], 0]);
  });

  test('draws a lasso by finger too, while stacks are gathered', () => {
    const { send, lassos } = viewport({ gathers: true });
    const finger = { pointerType: 'touch', button: 0 };
    send('down', '2216', finger, -10);
    send('move', '2218', finger, 10);
    send('up', '2218', finger, 10);
    expect(lassos).toEqual([['2216', '2217', '2218']]);
  });
});
