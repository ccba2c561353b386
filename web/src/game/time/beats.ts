// Splits events into beats that are animated one after another: a walk, arrows of an attack, a division turned face
// up, a die, losses. It reads events and knows no rules.
import type { Hex } from '../../lib/hex';
import type { GameEvent, Side, UnitId } from '../../wire/types';

/** The way of one unit; a newcomer has no hex to start from. */
export interface Leg {
  unit: UnitId;
  /** From where it starts to where it ends. */
  path: Hex[];
  rail: boolean;
  /** It comes onto the map in its first hex. */
  enters: boolean;
}

export type Beat =
  | { kind: 'walk'; legs: Leg[]; retreat: boolean }
  | { kind: 'battle'; units: UnitId[]; targets: Hex[]; overrun: boolean }
  | { kind: 'reveal'; units: UnitId[] }
  | { kind: 'roll'; die: number; column: string | null; result: string | null; events: GameEvent[] }
  | { kind: 'loss'; units: UnitId[] }
  | { kind: 'gone'; units: { unit: UnitId; hex: Hex }[] }
  | { kind: 'place'; hexes: Hex[]; lifted: boolean }
  | { kind: 'control'; hexes: { hex: Hex; side: Side }[] }
  | { kind: 'phase'; turn: number; phase: string };

/** Milliseconds a hex, and the longest walk. */
export const HEX_MS = 90;
export const LONGEST_WALK_MS = 700;
const MS = {
  enter: 260,
  battle: 320,
  reveal: 420,
  roll: 1500,
  loss: 300,
  gone: 340,
  place: 260,
  control: 200,
  phase: 0,
} as const;

export function durationOf(beat: Beat): number {
  if (beat.kind !== 'walk') return MS[beat.kind];
  const hexes = Math.max(...beat.legs.map((leg) => leg.path.length - 1));
  const walk = Math.min(LONGEST_WALK_MS, HEX_MS * hexes);
  return beat.legs.some((leg) => leg.enters) ? Math.max(MS.enter, walk) : walk;
}

/** Is it only counters that walk, ride or come on, so that nothing has to wait for it? */
export const onlyWalks = (beats: readonly Beat[]) =>
  beats.length > 0 && beats.every((b) => b.kind === 'walk' || b.kind === 'control');

/** The dice that are thrown for Soviet armies and arrivals, whichever side ended the phase before [5.21, 14.11]. */
const SOVIET_DICE: readonly string[] = ['army16', 'army19', 'provisional'];

/** The side of a beat, where it may differ from the side that acted. */
export function ownerOf(beat: Beat): Side | null {
  if (beat.kind !== 'roll') return null;
  const soviet = beat.events.some((e) => e.event === 'die' && SOVIET_DICE.includes(e.why));
  return soviet ? 'soviet' : null;
}

export function beatsOf(events: readonly GameEvent[]): Beat[] {
  const beats: Beat[] = [];
  const last = () => beats.at(-1);
  /** Events of the die that is being thrown, from the odds on. */
  let throwing: GameEvent[] = [];

  function walk(unit: UnitId, from: Hex | null, to: Hex, how: { rail?: boolean; retreat?: boolean } = {}) {
    const retreat = how.retreat ?? false;
    let beat = last();
    // A flag that changes on the way does not stop the march.
    if (beat?.kind === 'control') beat = beats.at(-2);
    if (beat?.kind !== 'walk' || beat.retreat !== retreat) {
      beat = { kind: 'walk', legs: [], retreat };
      beats.push(beat);
    }
    const leg = from && beat.legs.find((l) => l.unit === unit && l.path.at(-1) === from);
    if (leg) {
      leg.path.push(to);
      leg.rail ||= how.rail ?? false;
    } else beat.legs.push({ unit, path: from ? [from, to] : [to], rail: how.rail ?? false, enters: from === null });
  }
  function gather<K extends 'reveal' | 'loss'>(kind: K, unit: UnitId) {
    const beat = last();
    if (beat?.kind === kind) beat.units.push(unit);
    else beats.push({ kind, units: [unit] } as Beat);
  }
  function roll(event: GameEvent, die: number, result: string | null) {
    const beat = last();
    if (beat?.kind === 'roll' && beat.result === null && result !== null) {
      beat.result = result;
      beat.events.push(event);
      return;
    }
    const odds = throwing.find((e) => e.event === 'odds');
    beats.push({ kind: 'roll', die, column: odds?.column ?? null, result, events: [...throwing, event] });
    throwing = [];
  }

  for (const event of events) {
    switch (event.event) {
      case 'phase_began':
        beats.push({ kind: 'phase', turn: event.turn, phase: event.phase });
        break;
      case 'moved':
        walk(event.unit, event.from, event.to);
        break;
      case 'rode':
        walk(event.unit, event.from, event.to, { rail: true });
        break;
      case 'advanced':
        walk(event.unit, event.from, event.to);
        break;
      case 'entered':
        walk(event.unit, null, event.hex, { rail: event.rail });
        break;
      case 'deployed':
        walk(event.unit, null, event.hex);
        break;
      case 'withdrew':
        walk(event.unit, event.from, event.to, { retreat: true });
        break;
      case 'retreated':
        for (const unit of event.units) walk(unit, event.from, event.to, { retreat: true });
        break;
      case 'overrun_entered':
        for (const unit of event.units) walk(unit, event.from, event.to);
        break;
      case 'overrun_began':
        beats.push({ kind: 'battle', units: event.units, targets: [event.target], overrun: true });
        throwing = [event];
        break;
      case 'attack_began':
        beats.push({ kind: 'battle', units: event.units, targets: event.targets, overrun: false });
        throwing = [event];
        break;
      case 'revealed':
        gather('reveal', event.unit);
        throwing.push(event);
        break;
      case 'out_of_supply':
      case 'odds':
        throwing.push(event);
        break;
      case 'die':
        roll(event, event.die, null);
        break;
      case 'result':
        roll(event, event.die, event.result);
        break;
      case 'step_lost':
        gather('loss', event.unit);
        break;
      case 'eliminated': {
        const gone = { unit: event.unit, hex: event.hex };
        const beat = last();
        if (beat?.kind === 'gone') beat.units.push(gone);
        else beats.push({ kind: 'gone', units: [gone] });
        break;
      }
      case 'evacuated':
        beats.push({ kind: 'gone', units: [{ unit: event.unit, hex: event.hex }] });
        break;
      case 'interdiction_placed':
      case 'rail_cut':
      case 'rail_cut_lifted':
      case 'rail_repaired':
        beats.push({
          kind: 'place',
          hexes: [event.hex],
          lifted: event.event === 'rail_cut_lifted' || event.event === 'rail_repaired',
        });
        break;
      case 'control': {
        const beat = last();
        if (beat?.kind === 'control') beat.hexes.push({ hex: event.hex, side: event.side });
        else beats.push({ kind: 'control', hexes: [{ hex: event.hex, side: event.side }] });
        break;
      }
    }
  }
  // The last step of a unit is told twice, as a step lost and as its end; its end is enough.
  const ended = new Set(beats.flatMap((b) => (b.kind === 'gone' ? b.units.map((g) => g.unit) : [])));
  for (const beat of beats) if (beat.kind === 'loss') beat.units = beat.units.filter((u) => !ended.has(u));
  return beats.filter((b) => b.kind !== 'loss' || b.units.length > 0);
}
