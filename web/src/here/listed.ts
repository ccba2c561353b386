// What a list shows of a game that this browser keeps, out of what is kept beside its log.
import { idHere } from '../net/hosts';
import type { Listed } from '../wire/types';
import type { Kept } from './store';

export function listed({ id, created, updated, whole: { you, view } }: Kept): Listed {
  const { name, now, seats, options, pace, visibility, ended } = view;
  const deciding = now.decision?.side ?? null;
  return {
    id: idHere(id),
    name,
    created,
    updated,
    status: ended ? 'finished' : Object.values(seats).includes('open') ? 'open' : 'playing',
    visibility,
    options: { options, pace },
    seats,
    turn: now.turn,
    phase: now.phase,
    deciding,
    your_turn: deciding !== null && you.includes(deciding),
    deadline: null,
    result: ended && { how: ended.how, winner: ended.winner, score: ended.score, level: ended.level },
  };
}
