// Pointer, wheel and pinch on the viewport: one listener of each kind for the whole map. What a press means is told in docs/page.md.
import { ALL_HEXES, centre, hexUnder, type Hex } from '../lib/hex';
import { toMap, zoomAt, within, type Camera, type Size } from './camera';

export interface PointerInfo {
  hex: Hex;
  touch: boolean;
  shift: boolean;
  ctrl: boolean;
  /** At once, without aiming first: a right click, a long press. */
  go?: boolean;
  /** Picked by keyboard, at the hex cursor. */
  key?: boolean;
  /** By the key Enter, which means the highlighted button where there is one. */
  enter?: boolean;
}
/** Two corners of what is drawn around several stacks, in pixels of the viewport. */
export interface Lasso {
  from: { x: number; y: number };
  to: { x: number; y: number };
}
export interface GestureHost {
  camera(): Camera;
  size(): Size;
  /** Move the camera; `moving` while a gesture goes on. */
  move(camera: Camera): void;
  /** Should a drag that starts here carry the stack instead of the map? */
  grabs(hex: Hex): boolean;
  /** Should a drag draw a lasso around stacks instead of moving the map? */
  gathers(shift: boolean): boolean;
  /** The lasso as it is drawn; null when it is let go or given up, with its hexes at the end. */
  lasso(drawn: Lasso | null, hexes: readonly Hex[]): void;
  pick(info: PointerInfo): void;
  hover(hex: Hex | null): void;
  /** Where the pointer is, in pixels of the viewport; null when it has left. */
  point(at: { x: number; y: number } | null): void;
  drag(from: Hex, to: Hex | null, stage: 'move' | 'end' | 'cancel'): void;
  dragging(on: boolean): void;
}

/** Pixels that a pointer may move during a click. */
const SLACK = 5;
const WHEEL_STEP = 0.0016;
/** A finger that rests so long goes at once. */
const LONG_PRESS_MS = 500;

export function attachGestures(element: HTMLElement, host: GestureHost): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let start: {
    x: number;
    y: number;
    camera: Camera;
    hex: Hex | null;
    carry: boolean;
    lasso?: boolean;
  } | null = null;
  let moved = false;
  /** A finger that rests, and the press it has been, so that letting go is not a tap as well. */
  let resting = 0;
  let pressed = false;
  let pinch: { gap: number; x: number; y: number } | null = null;
  let hovered: Hex | null = null;

  const place = (e: { clientX: number; clientY: number }) => {
    const box = element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const hexAtPoint = (p: { x: number; y: number }) => hexUnder(...toMap(host.camera(), p.x, p.y));
  const setHover = (hex: Hex | null) => {
    if (hex === hovered) return;
    hovered = hex;
    host.hover(hex);
  };
  const measure = () => {
    const [a, b] = [...pointers.values()];
    return { gap: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  /** Interactive parts on top of the map are marked with `data-takes-pointer`. */
  const taken = (e: PointerEvent) => e.target instanceof Element && e.target.closest('[data-takes-pointer]') !== null;

  const infoOf = (e: PointerEvent, hex: Hex, go = false): PointerInfo => ({
    ...{ hex, touch: e.pointerType === 'touch', shift: e.shiftKey, ctrl: e.ctrlKey || e.metaKey },
    ...(go && { go }),
  });
  const hexesIn = ({ from, to }: Lasso): Hex[] => {
    const [a, b] = [toMap(host.camera(), from.x, from.y), toMap(host.camera(), to.x, to.y)];
    const between = (at: number, one: number, other: number) =>
      at >= Math.min(one, other) && at <= Math.max(one, other);
    return ALL_HEXES.filter((hex) => centre(hex).every((at, i) => between(at, a[i], b[i])));
  };
  const unrest = () => {
    clearTimeout(resting);
    resting = 0;
  };
  function rest(e: PointerEvent, hex: Hex) {
    resting = window.setTimeout(() => {
      pressed = true;
      host.pick(infoOf(e, hex, true));
    }, LONG_PRESS_MS);
  }

  function down(e: PointerEvent) {
    if (taken(e)) return;
    if (e.pointerType === 'mouse' && e.button > 2) return;
    const p = place(e);
    unrest();
    pointers.set(e.pointerId, p);
    if (pointers.size === 2) {
      giveUp();
      pinch = measure();
      moved = true;
      start = null;
      return;
    }
    if (pointers.size > 2) return;
    const hex = hexAtPoint(p);
    moved = pressed = false;
    const lasso = e.button === 0 && host.gathers(e.shiftKey);
    const carry = e.button === 0 && !lasso && hex !== null && host.grabs(hex);
    start = { ...p, camera: host.camera(), hex, carry, lasso };
    if (hex && e.pointerType === 'touch') rest(e, hex);
  }

  /** What was carried or drawn is let go without anything being done. */
  function giveUp() {
    if (!start || !moved) return;
    if (start.lasso) host.lasso(null, []);
    else if (start.carry && start.hex) host.drag(start.hex, null, 'cancel');
  }

  function move(e: PointerEvent) {
    const p = place(e);
    if (e.pointerType !== 'touch') host.point(p);
    if (!pointers.has(e.pointerId)) {
      if (e.pointerType !== 'touch') setHover(taken(e) ? null : hexAtPoint(p));
      return;
    }
    pointers.set(e.pointerId, p);
    if (pinch && pointers.size === 2) {
      const now = measure();
      const zoomed = zoomAt(host.camera(), host.size(), now.x, now.y, now.gap / pinch.gap);
      host.move(within({ ...zoomed, x: zoomed.x + now.x - pinch.x, y: zoomed.y + now.y - pinch.y }, host.size()));
      pinch = now;
      return;
    }
    if (!start) return;
    const [dx, dy] = [p.x - start.x, p.y - start.y];
    if (!moved) {
      if (Math.hypot(dx, dy) < SLACK) return;
      // Once it was a long press the finger only leaves.
      if (pressed) return;
      moved = true;
      unrest();
      element.setPointerCapture(e.pointerId);
      host.dragging(true);
    }
    if (start.lasso) host.lasso({ from: start, to: p }, []);
    else if (start.carry && start.hex) host.drag(start.hex, hexAtPoint(p), 'move');
    else host.move(within({ ...start.camera, x: start.camera.x + dx, y: start.camera.y + dy }, host.size()));
  }

  function up(e: PointerEvent) {
    if (!pointers.delete(e.pointerId)) return;
    unrest();
    if (pinch) {
      pinch = null;
      // The remaining finger continues as a drag.
      const [rest] = [...pointers.values()];
      start = rest ? { ...rest, camera: host.camera(), hex: null, carry: false } : null;
      return;
    }
    const began = start;
    start = null;
    host.dragging(false);
    if (!began) return;
    const at = place(e);
    const hex = hexAtPoint(at);
    if (moved) {
      if (began.lasso) host.lasso(null, hexesIn({ from: began, to: at }));
      else if (began.carry && began.hex) host.drag(began.hex, hex, 'end');
    } else if (hex && !pressed && e.button !== 1) {
      host.pick(infoOf(e, hex, e.button === 2));
    }
  }

  function cancel(e: PointerEvent) {
    if (!pointers.delete(e.pointerId)) return;
    unrest();
    giveUp();
    start = null;
    pinch = null;
    host.dragging(false);
  }

  function wheel(e: WheelEvent) {
    e.preventDefault();
    const p = place(e);
    const unit = e.deltaMode === 1 ? 33 : e.deltaMode === 2 ? host.size().height : 1;
    if (e.shiftKey) {
      const by = (e.deltaY || e.deltaX) * unit;
      host.move(within({ ...host.camera(), x: host.camera().x - by }, host.size()));
      return;
    }
    // A pinch on a trackpad comes as a wheel with Ctrl and much smaller steps.
    const factor = Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.01 : WHEEL_STEP));
    host.move(zoomAt(host.camera(), host.size(), p.x, p.y, factor));
  }
  const leave = () => {
    setHover(null);
    host.point(null);
  };

  // The right button and the long press are orders of the game here.
  const unmenu = (e: Event) => e.preventDefault();

  element.addEventListener('contextmenu', unmenu);
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    unrest();
    element.removeEventListener('contextmenu', unmenu);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
  };
}
