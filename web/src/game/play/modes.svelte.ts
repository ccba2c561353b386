// Modes of the decisions outside combat: set-up, markers, evacuation, movement.
import type { Decision } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import type { Mode } from '../mode';
import { DeployMode } from './deploy.svelte';
import { EvacuateMode } from './evacuate.svelte';
import { MarkerMode } from './markers.svelte';
import { MoveMode } from './move.svelte';

export function playMode(desk: Desk, decision: Decision): Mode | null {
  switch (decision.question) {
    case 'deploy':
      return new DeployMode(desk, decision);
    case 'place_air_markers':
    case 'place_soviet_marker':
      return new MarkerMode(desk, decision);
    case 'evacuate':
      return new EvacuateMode(desk, decision);
    case 'move':
      return new MoveMode(desk, decision);
    default:
      return null;
  }
}
