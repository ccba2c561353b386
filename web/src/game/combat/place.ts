// Where a popover stands: beside the hexes it is about and never over them. Right of them, else left, else below, else above.
import { HEIGHT, SIDE, centre, type Hex } from '../../lib/hex';
import type { View } from '../../map/camera';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Extent {
  width: number;
  height: number;
}
export interface Placement {
  x: number;
  y: number;
  /** Where the popover is as seen from the hexes; `over` if there is no free place. */
  side: 'right' | 'left' | 'below' | 'above' | 'over';
  /** Where along its edge the tip points to the hexes, in pixels. */
  tip: number;
}

/** Room between hexes and popover, and between popover and the edge of the map. */
const GAP = 14;
const EDGE = 12;
/** The tip stays clear of the rounded corners. */
const CORNER = 22;

/** The pixels that hexes take on the screen; null without hexes. */
export function boxOf(hexes: readonly Hex[], view: View): Box | null {
  if (!hexes.length) return null;
  const boxes = hexes.map((hex) => {
    const [x, y] = centre(hex);
    const [px, py] = [(x - view.x) * view.zoom, (y - view.y) * view.zoom];
    const [w, h] = [SIDE * view.zoom, (HEIGHT / 2) * view.zoom];
    return { left: px - w, top: py - h, right: px + w, bottom: py + h };
  });
  return {
    left: Math.min(...boxes.map((b) => b.left)),
    top: Math.min(...boxes.map((b) => b.top)),
    right: Math.max(...boxes.map((b) => b.right)),
    bottom: Math.max(...boxes.map((b) => b.bottom)),
  };
}

export const screenOf = (view: View): Extent => ({ width: view.width * view.zoom, height: view.height * view.zoom });

export function placeBeside(around: Box, size: Extent, screen: Extent): Placement {
  const middle = { x: (around.left + around.right) / 2, y: (around.top + around.bottom) / 2 };
  const hold = (at: number, length: number, room: number) => Math.max(EDGE, Math.min(room - length - EDGE, at));
  const beside = hold(middle.y - size.height * 0.4, size.height, screen.height);
  const across = hold(middle.x - size.width / 2, size.width, screen.width);
  const tipDown = Math.max(CORNER, Math.min(size.height - CORNER, middle.y - beside));
  const tipRight = Math.max(CORNER, Math.min(size.width - CORNER, middle.x - across));
  const right = around.right + GAP;
  if (right + size.width + EDGE <= screen.width) return { x: right, y: beside, side: 'right', tip: tipDown };
  const left = around.left - GAP - size.width;
  if (left >= EDGE) return { x: left, y: beside, side: 'left', tip: tipDown };
  const below = around.bottom + GAP;
  if (below + size.height + EDGE <= screen.height) return { x: across, y: below, side: 'below', tip: tipRight };
  const above = around.top - GAP - size.height;
  if (above >= EDGE) return { x: across, y: above, side: 'above', tip: tipRight };
  // Nowhere free: the side with more room, as far out as it goes.
  const x = screen.width - around.right >= around.left ? screen.width - size.width - EDGE : EDGE;
  return { x: Math.max(EDGE, x), y: beside, side: 'over', tip: 0 };
}

/** The bar at the top that tells what is being shown. */
const SHOWN_BAR = 72;

/** Where a die lies that is thrown for a hex: beside it, inside the map, and not under what tells of it. */
export function placeRoll(hex: Hex, size: Extent, view: View): { x: number; y: number } | null {
  const around = boxOf([hex], view);
  if (!around) return null;
  const { x, y } = placeBeside(around, size, screenOf(view));
  return { x, y: Math.max(SHOWN_BAR, y) };
}

/** Where the middle of the hexes has to come on the screen, and how much smaller the map has to be. */
export interface Room {
  x: number;
  y: number;
  shrink: number;
}

/**
 * How the map has to move so that hexes are seen and a popover stands beside them: as little as possible, made smaller only if
 * both do not fit side by side. Null if nothing has to move.
 */
export function roomFor(around: Box, size: Extent, screen: Extent, least = 0): Room | null {
  const seen = around.left >= 0 && around.top >= 0 && around.right <= screen.width && around.bottom <= screen.height;
  if (seen && placeBeside(around, size, screen).side !== 'over') return null;
  const [width, height] = [around.right - around.left, around.bottom - around.top];
  const beside = screen.width - size.width - GAP - 2 * EDGE;
  const shrink = Math.min(1, Math.max(least, Math.min(beside / width, (screen.height - 2 * EDGE) / height)));
  const half = { x: (width * shrink) / 2, y: (height * shrink) / 2 };
  const at = { x: (around.left + around.right) / 2, y: (around.top + around.bottom) / 2 };
  const hold = (v: number, from: number, to: number) => Math.max(from, Math.min(Math.max(from, to), v));
  // Left of a popover at the right, or right of one at the left: what is nearer.
  const [first, last] = [EDGE + half.x, screen.width - EDGE - half.x];
  const places = [hold(at.x, first, last - size.width - GAP), hold(at.x, first + size.width + GAP, last)];
  const x = Math.abs(places[1] - at.x) < Math.abs(places[0] - at.x) ? places[1] : places[0];
  return { x, y: hold(at.y, EDGE + half.y, screen.height - EDGE - half.y), shrink };
}

/** The same above a sheet at the bottom: the hexes come into the middle of what is left, where they are not seen already. */
export function roomAbove(around: Box, free: Extent, least = 0): Room | null {
  if (around.left >= 0 && around.top >= 0 && around.right <= free.width && around.bottom <= free.height) return null;
  const fits = Math.min(free.width / (around.right - around.left), free.height / (around.bottom - around.top));
  return { x: free.width / 2, y: free.height / 2, shrink: Math.min(1, Math.max(least, fits)) };
}
