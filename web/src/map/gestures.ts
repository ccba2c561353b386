// Pointer, wheel and pinch on the viewport: one listener of each kind for the whole map.
import { hexUnder, type Hex } from '../lib/hex';
import { toMap, zoomAt, within, type Camera, type Size } from './camera';

export interface PointerInfo {
  hex: Hex;
  touch: boolean;
  shift: boolean;
  ctrl: boolean;
  /** Picked by keyboard, at the hex cursor. */
  key?: boolean;
}
export interface GestureHost {
  camera(): Camera;
  size(): Size;
  /** Move the camera; `moving` while a gesture goes on. */
  move(camera: Camera): void;
  /** Should a drag that starts here carry the stack instead of the map? */
  grabs(hex: Hex): boolean;
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

export function attachGestures(element: HTMLElement, host: GestureHost): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; camera: Camera; hex: Hex | null; carry: boolean } | null = null;
  let moved = false;
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

  function down(e: PointerEvent) {
    if (taken(e)) return;
    if (e.pointerType === 'mouse' && e.button !== 0 && e.button !== 1) return;
    const p = place(e);
    pointers.set(e.pointerId, p);
    if (pointers.size === 2) {
      if (start?.carry && start.hex && moved) host.drag(start.hex, null, 'cancel');
      pinch = measure();
      moved = true;
      start = null;
      return;
    }
    if (pointers.size > 2) return;
    const hex = hexAtPoint(p);
    moved = false;
    start = { ...p, camera: host.camera(), hex, carry: e.button === 0 && hex !== null && host.grabs(hex) };
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
      moved = true;
      element.setPointerCapture(e.pointerId);
      host.dragging(true);
    }
    if (start.carry && start.hex) host.drag(start.hex, hexAtPoint(p), 'move');
    else host.move(within({ ...start.camera, x: start.camera.x + dx, y: start.camera.y + dy }, host.size()));
  }

  function up(e: PointerEvent) {
    if (!pointers.delete(e.pointerId)) return;
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
    const hex = hexAtPoint(place(e));
    if (moved) {
      if (began.carry && began.hex) host.drag(began.hex, hex, 'end');
    } else if (hex && e.button === 0) {
      host.pick({ hex, touch: e.pointerType === 'touch', shift: e.shiftKey, ctrl: e.ctrlKey || e.metaKey });
    }
  }

  function cancel(e: PointerEvent) {
    if (!pointers.delete(e.pointerId)) return;
    if (start?.carry && start.hex && moved) host.drag(start.hex, null, 'cancel');
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

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
  };
}
