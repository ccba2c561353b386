// The hex under a pointer that does not belong to the map, such as a counter dragged out of the tray.
import { hexUnder, type Hex } from '../../lib/hex';
import type { Desk } from '../desk.svelte';

export function hexAtPointer(desk: Desk, event: { clientX: number; clientY: number }): Hex | null {
  const box = document.querySelector('.map-view')?.getBoundingClientRect();
  const { view } = desk;
  if (!box || !view) return null;
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  if (x < 0 || y < 0 || x > box.width || y > box.height) return null;
  return hexUnder(view.x + x / view.zoom, view.y + y / view.zoom);
}
