// Modes of the decisions of combat: attacks, and every question while one is resolved.
import type { Decision } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import type { Mode } from '../mode';
import { AdvanceMode } from './advance.svelte';
import { AttackMode } from './attack.svelte';
import { LossMode } from './loss.svelte';
import { RoomMode } from './room.svelte';
import { RouteMode } from './route.svelte';

export function combatMode(desk: Desk, decision: Decision): Mode | null {
  switch (decision.question) {
    case 'attack':
      return new AttackMode(desk, decision.side);
    case 'loss_or_retreat':
    case 'lose_step':
      return new LossMode(desk, decision);
    case 'route':
      return new RouteMode(desk, decision);
    case 'make_room':
    case 'remove_excess':
      return new RoomMode(desk, decision);
    case 'advance':
      return new AdvanceMode(desk, decision.side);
    default:
      return null;
  }
}
