// Where a game's WebSocket is.

/** The address of a game's WebSocket beside the page's own. */
export function gameAddress(id: string, location: { protocol: string; host: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/games/${id}/ws`;
}
/** The same, to be told the whole position after everything that happens. */
export const fullView = (address: string) => `${address}?view=full`;
