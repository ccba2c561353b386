// Reinforcements, when and where they come: the schedule of the data, with what the position says is still to come.
import { facts } from '../../lib/facts';
import { formationUnits, unitOf, type GameView, type Unit } from '../../lib/position';
import type { Side } from '../../wire/types';

export interface Arrival {
  turn: number;
  area: string;
  side: Side;
  /** Counters to be drawn. */
  units: Unit[];
  rifle: number;
  armoured: number;
}

/** Everything scheduled after the turn of the position, by turn. */
export function comingAfter(turn: number): Arrival[] {
  const german = facts.arrivals.german
    .filter((a) => a.turn > turn)
    .map((a): Arrival => ({
      ...{ turn: a.turn, area: a.area, side: 'german', rifle: 0, armoured: 0 },
      units: a.formations.flatMap(formationUnits),
    }));
  const soviet = facts.arrivals.soviet
    .filter((a) => a.turn > turn)
    .map((a): Arrival => ({
      ...{ turn: a.turn, area: a.area, side: 'soviet', rifle: a.rifle, armoured: a.armoured },
      units: a.leader ? [unitOf(a.leader)] : [],
    }));
  return [...german, ...soviet].sort(
    (a, b) => a.turn - b.turn || (a.side < b.side ? 1 : -1) || (a.area < b.area ? -1 : 1),
  );
}

const germanArea = new Map(facts.german.map((u) => [u.id, u.area]));
const leaderArea = new Map(facts.arrivals.soviet.flatMap((a) => (a.leader ? [[a.leader, a.area] as const] : [])));

/** What could come on now: units that wait, divisions owed, and the provisional one. */
export function waitingNow(board: GameView): Arrival[] {
  const byPlace = new Map<string, Arrival>();
  const at = (side: Side, area: string) => {
    const key = `${side} ${area}`;
    let arrival = byPlace.get(key);
    if (!arrival) byPlace.set(key, (arrival = { turn: board.turn, area, side, units: [], rifle: 0, armoured: 0 }));
    return arrival;
  };
  for (const unit of board.waiting) {
    const area = (unit.side === 'german' ? germanArea.get(unit.id) : leaderArea.get(unit.id)) ?? '';
    at(unit.side, area).units.push(unit);
  }
  for (const { area, rifle, armoured } of board.owed) {
    const arrival = at('soviet', area);
    arrival.rifle += rifle;
    arrival.armoured += armoured;
  }
  if (board.provisional) at('soviet', board.provisional).rifle++;
  return [...byPlace.values()].filter((a) => a.units.length + a.rifle + a.armoured > 0);
}

export const dueNow = (board: GameView) =>
  waitingNow(board).reduce((n, a) => n + a.units.length + a.rifle + a.armoured, 0);
