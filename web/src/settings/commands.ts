// All keys of the game by group: for the keyboard help and for changing them. A command is named by its standard key.
import { OVERLAYS, overlayIds, type Overlay } from '../game/see/overlays/registry';
import type { Key } from '../i18n/i18n.svelte';

export const GROUPS = ['map', 'play', 'combat', 'see', 'time'] as const;
export type Group = (typeof GROUPS)[number];

export interface Bound {
  id: string;
  /** Standard keys; with one key only it can be changed. */
  keys: readonly string[];
  group: Group;
  /**
   * Cannot be changed here: it belongs to the map, to forms or to convention, or follows a command above with the
   * same key.
   */
  fixed?: boolean;
}

export const BOUND = [
  { id: 'map.walk', keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'], group: 'map', fixed: true },
  { id: 'map.column', keys: ['home', 'end', 'pageup', 'pagedown'], group: 'map', fixed: true },
  { id: 'map.pick', keys: ['enter', ' '], group: 'map', fixed: true },
  { id: 'map.zoom', keys: ['+', '-'], group: 'map', fixed: true },
  { id: 'map.all', keys: ['0'], group: 'map', fixed: true },
  { id: 'map.fan', keys: ['f'], group: 'map' },
  { id: 'map.hide', keys: ['h'], group: 'map' },
  { id: 'map.minimap', keys: ['m'], group: 'map' },

  { id: 'play.do', keys: ['enter'], group: 'play', fixed: true },
  { id: 'play.cancel', keys: ['escape'], group: 'play', fixed: true },
  { id: 'play.next', keys: ['n'], group: 'play' },
  { id: 'play.choose', keys: ['1', '9'], group: 'play', fixed: true },
  { id: 'play.show', keys: [';'], group: 'play' },
  { id: 'play.gather', keys: ['a'], group: 'play' },
  { id: 'play.abreast', keys: ['x'], group: 'play' },
  { id: 'play.waypoint', keys: ['w'], group: 'play' },
  { id: 'play.rail', keys: ['g'], group: 'play' },
  { id: 'play.standing', keys: ["'"], group: 'play' },
  { id: 'play.overrun', keys: ['v'], group: 'play' },
  { id: 'play.cut', keys: ['k'], group: 'play' },
  { id: 'play.lift', keys: ['j'], group: 'play' },
  { id: 'play.place', keys: ['p'], group: 'play' },
  { id: 'play.end', keys: ['e'], group: 'play' },
  { id: 'play.undo', keys: ['u'], group: 'play' },
  { id: 'play.redo', keys: ['y'], group: 'play' },
  { id: 'play.command', keys: [':'], group: 'play' },
  { id: 'play.help', keys: ['?'], group: 'play' },
  { id: 'play.menu', keys: ['q'], group: 'play' },

  { id: 'combat.attack', keys: ['enter'], group: 'combat', fixed: true },
  { id: 'combat.all', keys: ['a'], group: 'combat', fixed: true },
  { id: 'combat.next', keys: ['n'], group: 'combat', fixed: true },
  { id: 'combat.repeat', keys: ['w'], group: 'combat', fixed: true },
  { id: 'combat.lose', keys: ['l'], group: 'combat', fixed: true },
  { id: 'combat.retreat', keys: ['r'], group: 'combat', fixed: true },
  { id: 'combat.stay', keys: ['x'], group: 'combat', fixed: true },
  { id: 'combat.choice', keys: ['1', '9'], group: 'combat', fixed: true },

  // An overlay is named by its own words.
  ...overlayIds.map((id) => ({ id: `see.${id}` as const, keys: [OVERLAYS[id]], group: 'see' as const })),

  { id: 'time.pause', keys: [' '], group: 'time', fixed: true },
  { id: 'time.skip', keys: ['escape'], group: 'time', fixed: true },
  { id: 'time.catchup', keys: ['b'], group: 'time' },
  { id: 'time.step', keys: [',', '.'], group: 'time', fixed: true },
  { id: 'time.phase', keys: ['[', ']'], group: 'time', fixed: true },
  { id: 'time.turn', keys: ['{', '}'], group: 'time', fixed: true },
] as const satisfies readonly Bound[];
export type BoundId = (typeof BOUND)[number]['id'];

/** The message that names a command. */
export const nameOf = (id: BoundId): Key =>
  id.startsWith('see.') ? `overlay.${id.slice('see.'.length) as Overlay}` : (`key.${id}` as Key);

/** Those the player may put on another key. */
export const FREE: readonly { id: BoundId; key: string; group: Group }[] = BOUND.flatMap((b) =>
  'fixed' in b ? [] : [{ id: b.id, key: b.keys[0], group: b.group }],
);
