// The overlays: what a player lays over the map by one key. Each is a module beside this file, of the same name with a capital;
// how to add one is told in CONTRIBUTING.md. No code comes with this list, as the settings need no more of an overlay than its key.

/** Each overlay and its key, in the order of the buttons. */
export const OVERLAYS = {
  zones: 'z',
  supply: 's',
  command: 'c',
  strength: 'd',
  reach: 'r',
  objectives: 'o',
  rail: 't',
  trails: 'l',
  arrivals: 'i',
} as const satisfies Readonly<Record<string, string>>;

export type Overlay = keyof typeof OVERLAYS;
export const overlayIds = Object.keys(OVERLAYS) as readonly Overlay[];
/** The overlay of a standard key. */
export const overlayOf = (key: string): Overlay | undefined => overlayIds.find((id) => OVERLAYS[id] === key);
