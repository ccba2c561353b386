// What each overlay is called, its key and its icon.
import type { Overlay } from '../desk.svelte';
import { KEYS } from '../desk.svelte';
import { t, type Key } from '../../i18n/i18n.svelte';
import type { IconName } from '../../ui/icons';

const NAMES: Record<Overlay, { name: Key; note: Key; icon: IconName }> = {
  zones: { name: 'overlay.zones', note: 'overlay.zones.note', icon: 'zones' },
  supply: { name: 'overlay.supply', note: 'overlay.supply.note', icon: 'supply' },
  command: { name: 'overlay.command', note: 'overlay.command.note', icon: 'command' },
  reach: { name: 'see.overlay.reach', note: 'see.overlay.reach.note', icon: 'reach' },
  objectives: { name: 'overlay.objectives', note: 'overlay.objectives.note', icon: 'objectives' },
  rail: { name: 'overlay.rail', note: 'overlay.rail.note', icon: 'rail' },
  trails: { name: 'see.overlay.trails', note: 'overlay.last.note', icon: 'trails' },
};

export const iconOf = (overlay: Overlay) => NAMES[overlay].icon;
export const overlayName = (overlay: Overlay) => t(NAMES[overlay].name);
export const overlayNote = (overlay: Overlay) => t(NAMES[overlay].note);
export const keyOf = (overlay: Overlay) => Object.keys(KEYS).find((k) => KEYS[k] === overlay) ?? '';
