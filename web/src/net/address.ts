// The address of a game's WebSocket.

/** The address of a game's WebSocket beside the page's own. */
export function gameAddress(id: string, location: { protocol: string; host: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/games/${id}/ws`;
}
/** The same, with the whole position after every batch of entries. */
export const fullView = (address: string) => `${address}?view=full`;
