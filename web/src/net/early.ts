// Preconnect: the connection to the game in the address is opened while the game's scripts still load. The first caller that asks
// for that connection takes it over, with all that has come meanwhile.
import type { Wire } from './link';

let kept: { address: string; wire: Wire & { came: { data: unknown }[]; closed: boolean } } | null = null;

export function openEarly(address: string) {
  const socket = new WebSocket(address);
  const wire = Object.assign(socket as unknown as Wire, { came: [] as { data: unknown }[], closed: false });
  wire.onmessage = (event) => wire.came.push(event);
  wire.onclose = () => (wire.closed = true);
  kept = { address, wire };
}

/** The connection opened early, if it is to this address and still lives. */
export function takeEarly(address: string): Wire | null {
  const early = kept;
  kept = null;
  if (!early) return null;
  const { wire } = early;
  if (early.address !== address || wire.closed) {
    wire.onmessage = wire.onclose = null;
    wire.close();
    return null;
  }
  // Its new owner sets its listeners first.
  queueMicrotask(() => {
    for (const event of wire.came) wire.onmessage?.(event);
  });
  return wire;
}
