// The questions that a game can ask: which mode answers each, and where it belongs. A new question is one line here, which the
// compiler asks for.
import type { Decision, Side } from '../wire/types';

export type QuestionKind = Decision['question'];

export interface QuestionFacts {
  /** The mode that answers it. */
  mode: string;
  /** In the resolution of a combat: whose part it is, of the side that is asked or of its enemy. */
  part?: 'own' | 'enemy';
  /** It is asked where something has just happened: the map stays there. */
  onTheSpot?: true;
}

export const QUESTIONS = {
  deploy: { mode: 'deploy' },
  place_air_markers: { mode: 'marker' },
  place_soviet_marker: { mode: 'marker' },
  evacuate: { mode: 'evacuate' },
  move: { mode: 'move' },
  attack: { mode: 'attack' },
  loss_or_retreat: { mode: 'loss', part: 'own', onTheSpot: true },
  lose_step: { mode: 'loss', part: 'own', onTheSpot: true },
  // A retreat is routed by the other side [9.72].
  route: { mode: 'route', part: 'enemy', onTheSpot: true },
  make_room: { mode: 'room', part: 'own', onTheSpot: true },
  remove_excess: { mode: 'room', onTheSpot: true },
  advance: { mode: 'advance', onTheSpot: true },
} as const satisfies Record<QuestionKind, QuestionFacts>;

/** What is known of a question; nothing of one that a newer server asks. */
export const aboutQuestion = (question: QuestionKind): QuestionFacts | undefined => QUESTIONS[question];

/** The side whose loss or retreat a decision settles, if it does. */
export function sufferingSide({ side, question }: Decision): Side | null {
  const part = aboutQuestion(question)?.part;
  if (!part) return null;
  const enemy = side === 'german' ? 'soviet' : 'german';
  return part === 'own' ? side : enemy;
}
