// Which mode answers the decision that is asked.
import type { Decision } from '../wire/types';
import { AdvanceMode } from './combat/advance.svelte';
import { AttackMode } from './combat/attack.svelte';
import { LossMode } from './combat/loss.svelte';
import { RoomMode } from './combat/room.svelte';
import { RouteMode } from './combat/route.svelte';
import type { Desk } from './desk.svelte';
import type { Mode } from './mode';
import { DeployMode } from './play/deploy.svelte';
import { EvacuateMode } from './play/evacuate.svelte';
import { MarkerMode } from './play/markers.svelte';
import { MoveMode } from './play/move.svelte';
import { QUESTIONS, aboutQuestion, type QuestionKind } from './questions';
import { Waiting } from './waiting.svelte';

type ModeName = (typeof QUESTIONS)[QuestionKind]['mode'];
/** The decisions that a mode answers. */
type DecisionOf<M extends ModeName> = Extract<
  Decision,
  { question: { [Q in QuestionKind]: (typeof QUESTIONS)[Q]['mode'] extends M ? Q : never }[QuestionKind] }
>;

const MODES: { [M in ModeName]: (desk: Desk, decision: DecisionOf<M>) => Mode } = {
  deploy: (desk, decision) => new DeployMode(desk, decision),
  marker: (desk, decision) => new MarkerMode(desk, decision),
  evacuate: (desk, decision) => new EvacuateMode(desk, decision),
  move: (desk, decision) => new MoveMode(desk, decision),
  attack: (desk, { side }) => new AttackMode(desk, side),
  loss: (desk, decision) => new LossMode(desk, decision),
  route: (desk, decision) => new RouteMode(desk, decision),
  room: (desk, decision) => new RoomMode(desk, decision),
  advance: (desk, { side }) => new AdvanceMode(desk, side),
};

/** The mode for a decision of ours; one of waiting when there is none, or one that this page does not know. */
export function modeFor(desk: Desk, decision: Decision | null): Mode {
  const name = decision && aboutQuestion(decision.question)?.mode;
  if (!decision || !name) return new Waiting(desk);
  const make = MODES[name as ModeName] as (desk: Desk, decision: Decision) => Mode;
  return make(desk, decision);
}
