// Keys the player may change. Code everywhere names commands by their standard key; `heard` turns what was pressed into the
// standard key it stands for, `shownKey` a standard key into what is printed beside a command.
import { setSettings, settings } from './settings.svelte';

/** Keys with a fixed meaning, to which no command can be bound. */
export const FIXED: readonly string[] = [
  ...['escape', 'enter', ' ', 'tab', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'],
  ...['home', 'end', 'pageup', 'pagedown', '+', '-', '=', '_', '0', 'shift', 'control', 'alt', 'meta', 'unidentified'],
];

/** The standard key that a press stands for; empty if that key was rebound and nothing took its place. */
export function heard(event: Pick<KeyboardEvent, 'key'>): string {
  const pressed = event.key.toLowerCase();
  const { keys } = settings();
  const standard = Object.keys(keys).find((k) => keys[k] === pressed);
  if (standard !== undefined) return standard;
  return pressed in keys ? '' : pressed;
}

/** What to press for a standard key, as it is kept. */
export const keyFor = (standard: string): string => settings().keys[standard] ?? standard;

const PRINTED: Record<string, string> = {
  escape: 'Esc',
  enter: '↵',
  ' ': '␣',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};
/** What to print for a standard key, changed or not. */
export function shownKey(standard: string): string {
  const key = keyFor(standard.toLowerCase());
  return PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key[0].toUpperCase() + key.slice(1));
}

/** Bind a command to another key. A command that had that key takes the old one. */
export function rebind(standard: string, pressed: string, all: readonly string[]): boolean {
  const key = pressed.toLowerCase();
  if (FIXED.includes(key)) return false;
  const before = keyFor(standard);
  const keys = { ...settings().keys };
  const holder = all.find((other) => other !== standard && (keys[other] ?? other) === key);
  if (holder !== undefined) put(keys, holder, before);
  put(keys, standard, key);
  setSettings({ keys });
  return true;
}

function put(keys: Record<string, string>, standard: string, key: string) {
  if (key === standard) delete keys[standard];
  else keys[standard] = key;
}

export const resetKeys = () => setSettings({ keys: {} });
