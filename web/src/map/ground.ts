// Loads the ground once and caches it.
import terrainUrl from '../generated/terrain.svg?url';

let text: Promise<string> | null = null;

async function load(): Promise<string> {
  const reply = await fetch(terrainUrl);
  if (!reply.ok) throw new Error(`the map could not be loaded: ${reply.status}`);
  return reply.text();
}

/** Our own drawing, made at build time from the data. */
export const ground = () => (text ??= load().catch((e: unknown) => ((text = null), Promise.reject(e))));
