// Where we are in the resolution of a combat: odds, die, the defender's part, the attacker's part, the advance.
import { germanUnits } from '../../lib/facts';
import type { Decision, Side, UnitId } from '../../wire/types';
import { sufferingSide } from '../questions';
import { partOf } from './results';
import type { CombatStory, Consequence } from './story';

export interface Stage {
  id: 'reveal' | 'odds' | 'die' | 'defender' | 'attacker' | 'advance';
  state: 'done' | 'now' | 'coming';
  /** Steps or hexes the side has to bear. */
  n?: number | 'all';
  side?: Side;
  consequences: Consequence[];
}

export const sideOfUnit = (unit: UnitId): Side => (germanUnits.has(unit) ? 'german' : 'soviet');
const other = (side: Side): Side => (side === 'german' ? 'soviet' : 'german');

export const attackerOf = (story: CombatStory): Side => sideOfUnit(story.units[0] ?? '');

/** Part of the advance, not of what a side bore. */
const isOfAdvance = (c: Consequence) =>
  c.kind === 'advanced' || c.kind === 'entered' || c.kind === 'halted' || (c.kind === 'closed' && c.what === 'advance');

function sideOf(consequence: Consequence): Side | null {
  if (isOfAdvance(consequence)) return null;
  switch (consequence.kind) {
    case 'no_retreat':
    case 'loss_chosen':
    case 'retreat_chosen':
    case 'closed':
      return consequence.side;
    case 'step_lost':
    case 'eliminated':
      return sideOfUnit(consequence.unit);
    case 'retreated':
    case 'disrupted':
      return sideOfUnit(consequence.units[0] ?? '');
    default:
      return null;
  }
}

/** May a unit advance in the end? Overrunners only if nothing happened to them [6.52], nobody after Eng [9.67]. */
function mayFollow({ overrun, result, calledOff }: CombatStory): boolean {
  if (calledOff || result === 'Eng') return false;
  return !overrun || result === null || !result.includes('A');
}

export function stagesOf(story: CombatStory, decision: Decision | null): Stage[] {
  const attacker = attackerOf(story);
  const stages: Stage[] = [];
  const before = story.consequences.filter((c) => c.kind === 'eliminated' && c.why === 'no_strength');
  if (story.revealed.length) stages.push({ id: 'reveal', state: 'done', consequences: before });
  if (story.odds) stages.push({ id: 'odds', state: 'done', consequences: [] });
  if (story.result) stages.push({ id: 'die', state: 'done', consequences: [] });
  const now = story.ended || !decision ? null : sufferingSide(decision);
  const advancing = !story.ended && decision?.question === 'advance';
  for (const side of [other(attacker), attacker]) {
    const n = story.result ? partOf(story.result, side === attacker) : null;
    const theirs = story.consequences.filter((c) => sideOf(c) === side && !before.includes(c));
    if (n === null && !theirs.length) continue;
    const state = now === side ? 'now' : theirs.length || advancing || story.ended ? 'done' : 'coming';
    stages.push({
      id: side === attacker ? 'attacker' : 'defender',
      state,
      n: n ?? undefined,
      side,
      consequences: theirs,
    });
  }
  const moved = story.consequences.filter(isOfAdvance);
  if (advancing || moved.length || (!story.ended && mayFollow(story))) {
    stages.push({ id: 'advance', state: advancing ? 'now' : story.ended ? 'done' : 'coming', consequences: moved });
  }
  return stages;
}
