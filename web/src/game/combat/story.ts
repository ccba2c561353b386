// What has happened in a combat, told from its events: who attacked what, odds, die, result, and how each side bore it.
import type { Hex } from '../../lib/hex';
import type {
  ClosedQuestion,
  Column,
  Combat,
  CombatResult,
  EntryView,
  GameEvent,
  Phase,
  Side,
  UnitId,
} from '../../wire/types';

/** One thing a side did or suffered after the die. */
export type Consequence =
  | { kind: 'no_retreat'; side: Side }
  | { kind: 'loss_chosen'; side: Side; n: number }
  | { kind: 'retreat_chosen'; side: Side; n: number }
  /** A question that was settled automatically: there was no choice. */
  | { kind: 'closed'; side: Side; what: ClosedQuestion }
  | { kind: 'step_lost'; unit: UnitId; left: number }
  | { kind: 'eliminated'; unit: UnitId; hex: Hex; why: string }
  | { kind: 'retreated'; units: UnitId[]; from: Hex; to: Hex }
  | { kind: 'disrupted'; units: UnitId[] }
  | { kind: 'advanced'; unit: UnitId; to: Hex }
  | { kind: 'entered'; units: UnitId[]; to: Hex }
  | { kind: 'halted'; units: UnitId[] };

export interface CombatStory {
  overrun: boolean;
  units: UnitId[];
  targets: Hex[];
  turn: number;
  phase: Phase;
  /** Divisions that were turned over, with what they turned out to be: `rifle 3-4#1`. */
  revealed: { unit: UnitId; counter: string }[];
  withdrew: UnitId[];
  unsupplied: UnitId[];
  odds: { attack: number; defense: number; column: Column } | null;
  die: number | null;
  result: CombatResult | null;
  /** No attacker with strength was left [R42]. */
  calledOff: boolean;
  /** In order, those before the die included. */
  consequences: Consequence[];
  ended: boolean;
}

interface Taken {
  /** How many actions counted after it. */
  ply: number;
  events: readonly GameEvent[];
  turn: number;
  phase: Phase;
}

/** The combats these entries tell of, oldest first. What was taken back is not among them. */
export function storiesOf(entries: readonly EntryView[]): CombatStory[] {
  const stories: CombatStory[] = [];
  let open: CombatStory | null = null;
  for (const action of actionsOf(entries)) {
    for (const event of action.events) {
      const began = beginning(event, action);
      if (began) stories.push((open = began));
      else if (open) {
        tell(open, event);
        if (open.ended) open = null;
      }
    }
  }
  return stories;
}

/** The first combat in these events. */
export function storyOf(events: readonly GameEvent[], turn = 0, phase: Phase = 'german_combat'): CombatStory | null {
  let story: CombatStory | null = null;
  for (const event of events) {
    if (story) tell(story, event);
    else story = beginning(event, { turn, phase });
  }
  return story;
}

/** A combat whose beginning this page has not received, as far as the position tells it. */
export function storyFrom(combat: Combat, turn: number, phase: Phase): CombatStory {
  return {
    ...blank(turn, phase),
    overrun: combat.overrun,
    units: combat.attackers.length ? combat.attackers : combat.advanced,
    targets: combat.targets,
    result: combat.result,
  };
}

/** The actions that count in the end. */
function actionsOf(entries: readonly EntryView[]): Taken[] {
  let kept: Taken[] = [];
  for (const { what, events, now } of entries) {
    if (what === 'redid' || (typeof what === 'object' && 'acted' in what)) {
      kept = kept.filter((a) => a.ply < now.ply);
      kept.push({ ply: now.ply, events, turn: now.turn, phase: now.phase });
    } else if (typeof what === 'object' && 'undid' in what) {
      const { to } = what.undid;
      kept = kept.filter((a) => a.ply <= to);
    }
  }
  return kept;
}

const blank = (turn: number, phase: Phase): CombatStory => ({
  overrun: false,
  units: [],
  targets: [],
  turn,
  phase,
  revealed: [],
  withdrew: [],
  unsupplied: [],
  odds: null,
  die: null,
  result: null,
  calledOff: false,
  consequences: [],
  ended: false,
});

function beginning(event: GameEvent, { turn, phase }: { turn: number; phase: Phase }): CombatStory | null {
  const common = blank(turn, phase);
  if (event.event === 'attack_began') {
    return { ...common, overrun: false, units: event.units, targets: event.targets };
  }
  if (event.event === 'overrun_began') {
    return { ...common, overrun: true, units: event.units, targets: [event.target] };
  }
  return null;
}

function tell(story: CombatStory, event: GameEvent) {
  const { consequences } = story;
  switch (event.event) {
    case 'out_of_supply':
      story.unsupplied = event.units;
      break;
    case 'revealed':
      story.revealed.push({ unit: event.unit, counter: event.counter });
      break;
    case 'withdrew':
      story.withdrew.push(event.unit);
      break;
    case 'combat_off':
      story.calledOff = true;
      break;
    case 'odds':
      story.odds = { attack: event.attack, defense: event.defense, column: event.column };
      break;
    case 'result':
      story.die = event.die;
      story.result = event.result;
      break;
    case 'no_retreat':
      consequences.push({ kind: 'no_retreat', side: event.side });
      break;
    case 'loss_chosen':
      consequences.push({ kind: 'loss_chosen', side: event.side, n: event.steps });
      break;
    case 'retreat_chosen':
      consequences.push({ kind: 'retreat_chosen', side: event.side, n: event.hexes });
      break;
    case 'closed':
      consequences.push({ kind: 'closed', side: event.side, what: event.what });
      break;
    case 'step_lost':
      // The last step is told by the elimination that follows.
      if (event.left > 0) consequences.push({ kind: 'step_lost', unit: event.unit, left: event.left });
      break;
    case 'eliminated':
      consequences.push({ kind: 'eliminated', unit: event.unit, hex: event.hex, why: event.why });
      break;
    case 'retreated':
      retreat(consequences, event.units, event.from, event.to);
      break;
    case 'disrupted':
      consequences.push({ kind: 'disrupted', units: event.units });
      break;
    case 'advanced':
      advance(consequences, event.unit, event.to);
      break;
    case 'overrun_entered':
      consequences.push({ kind: 'entered', units: event.units, to: event.to });
      break;
    case 'halted':
      consequences.push({ kind: 'halted', units: event.units });
      break;
    case 'combat_ended':
      story.ended = true;
      break;
  }
}

/** Two hexes of one stack are one retreat. */
function retreat(consequences: Consequence[], units: UnitId[], from: Hex, to: Hex) {
  const last = consequences.at(-1);
  if (last?.kind === 'retreated' && last.to === from && last.units.every((u) => units.includes(u))) last.to = to;
  else consequences.push({ kind: 'retreated', units, from, to });
}

/** Two hexes of one unit are one advance. */
function advance(consequences: Consequence[], unit: UnitId, to: Hex) {
  const last = consequences.at(-1);
  if (last?.kind === 'advanced' && last.unit === unit) last.to = to;
  else consequences.push({ kind: 'advanced', unit, to });
}
