// On a phone a message lies on the map: under the top bar, or as much lower as the hexes need that it is about.
import type { Box } from '../combat/place';

const GAP = 8;

/** How far down something so high has to begin to cover none of the boxes; at the top if that would be lower than `most`. */
export function clearTop(boxes: readonly Box[], height: number, least: number, most: number): number {
  let top = least;
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    if (top < box.bottom + GAP && top + height + GAP > box.top) top = box.bottom + GAP;
  }
  return top > most ? least : top;
}
