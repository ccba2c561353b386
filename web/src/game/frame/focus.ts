// Where the keyboard is after a press of the pointer in a list beside the map.
import type { Desk } from '../desk.svelte';

/** Back to the map, so that Enter does what is offered and not the same thing again; a player that tabs through the list stays there. */
export function backToMap(desk: Desk, event: MouseEvent) {
  if (event.detail > 0) desk.map?.focus();
}
