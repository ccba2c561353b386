// Small moments and entries for tests.
import type { EntryView, GameEvent, Phase, Position, Side } from '../../wire/types';
import { diagramOf } from '../../testing/texts';
import type { Moment } from '../game.svelte';

export const moment = (ply: number, units: Record<string, string[]>, more: Partial<Position> = {}): Moment =>
  ({
    ply,
    position: diagramOf({ turn: 5, phase: 'german_movement', units, ...more }),
    score: {
      total: ply,
      objectives: [],
      front: 0,
      divisions_lost: [],
      recaptures: 0,
      level: 'soviet_decisive',
      draw: false,
    },
    marks: { integrated: [], out_of_supply: [], can_act: [], crowded: [], allowances: {} },
  }) as unknown as Moment;

interface Made {
  n: number;
  ply: number;
  turn?: number;
  phase?: Phase;
  side?: Side;
}
const made = (
  { n, ply, turn = 5, phase = 'german_movement', side = 'german' }: Made,
  what: unknown,
  events: GameEvent[],
) =>
  ({
    n,
    at: n * 1000,
    what,
    events,
    now: { turn, phase, ply, decision: { side, question: 'move' }, undo_to: 0, takeback_to: 0, redo: 0 },
  }) as unknown as EntryView;

export const acted = (of: Made, events: GameEvent[] = []) =>
  made(of, { acted: { side: of.side ?? 'german', action: 'done', state: '' } }, events);
export const undid = (of: Made, to: number) => made(of, { undid: { to } }, []);
export const redid = (of: Made, events: GameEvent[] = []) => made(of, 'redid', events);
export const moved = (unit: string, ...hexes: string[]): GameEvent[] =>
  hexes.slice(1).map((to, i) => ({ event: 'moved', unit, from: hexes[i], to, cost: 2, left: 4 }));
