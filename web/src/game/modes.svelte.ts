// Which mode answers the decision that is asked.
import type { Decision } from '../wire/types';
import type { Desk } from './desk.svelte';
import type { Mode } from './mode';
import { combatMode } from './combat/modes.svelte';
import { playMode } from './play/modes.svelte';
import { Waiting } from './waiting.svelte';

/** The mode for a decision of ours; one of waiting when there is none. */
export function modeFor(desk: Desk, decision: Decision | null): Mode {
  if (!decision) return new Waiting(desk);
  return playMode(desk, decision) ?? combatMode(desk, decision) ?? new Waiting(desk);
}
