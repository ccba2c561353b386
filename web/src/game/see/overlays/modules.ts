// The modules of the overlays: what each exports, and all of them by name.
import type { Component, Snippet } from 'svelte';
import { t } from '../../../i18n/i18n.svelte';
import type { Screen } from '../../screen.svelte';
import type { Overlay } from './registry';

/**
 * Where an overlay is drawn, from the ground up. The first three lie under the names and the counters: `areas` are tinted or
 * hatched ground, `lines` lie on it, a `veil` dims all the rest. `over` lies above the counters.
 */
export const UNDER = ['areas', 'lines', 'veil'] as const;
export type Layer = (typeof UNDER)[number] | 'over';

/** What the component of an overlay is given. It draws in map units, while its overlay is on; what it needs of the server it asks for. */
export interface OverlayProps {
  screen: Screen;
  layer: Layer;
}

export interface OverlayModule {
  /** Draws one layer. */
  default: Component<OverlayProps>;
  /** The layers it draws. */
  layers: readonly Layer[];
  /** A line drawing on a field of 20 × 20. */
  icon: string;
  /** What its lines and patterns mean: `LegendLine`s. */
  legend: Snippet<[Screen]>;
}

const found = import.meta.glob<OverlayModule>('./*.svelte', { eager: true });

/** By name; `LegendLine` and the like are no overlays. */
export const MODULES = Object.fromEntries(
  Object.entries(found)
    .filter(([, module]) => 'layers' in module)
    .map(([path, module]) => [path.slice('./'.length, -'.svelte'.length).toLowerCase(), module]),
) as unknown as Readonly<Record<Overlay, OverlayModule>>;

export const overlayName = (overlay: Overlay) => t(`overlay.${overlay}`);
export const overlayNote = (overlay: Overlay) => t(`overlay.${overlay}.note`);
