// The points of a game by source, with their signs: what the German has, less what the Soviets have.
import { facts } from '../../lib/facts';
import type { Score } from '../../wire/types';

export function sourcesOf(score: Score) {
  const { division, recapture } = facts.sovietPoints;
  return {
    objectives: score.objectives.reduce((sum, [, points]) => sum + points, 0),
    front: score.front,
    lost: -division * score.divisions_lost.length,
    recaptured: -recapture * score.recaptures,
  };
}
