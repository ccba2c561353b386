// The address of the connection to a game.
import { addressHere, isHere } from './hosts';

/** That of a game's WebSocket beside the page's own, or of a table in this browser. */
export function gameAddress(id: string, location: { protocol: string; host: string }): string {
  if (isHere(id)) return addressHere(id);
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/games/${id}/ws`;
}
/** The same, with the whole position after every batch of entries. */
export const fullView = (address: string) => `${address}?view=full`;
