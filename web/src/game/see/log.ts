// The log: actions by turn and phase, each as a line with its dice.
import type { Hex } from '../../lib/hex';
import { t } from '../../i18n/i18n.svelte';
import type { Phase, Side } from '../../wire/types';
import type { Known, Ply } from '../time/plies';
import { tellEvents, type LineKind } from './tell';

export interface LogLine {
  ply: number;
  side: Side | null;
  kind: LineKind;
  title: string;
  detail: string;
  /** The result of a die, as the table writes it. */
  figure: string | null;
  die: number | null;
  hex: Hex | null;
}
export interface LogPhase {
  key: string;
  turn: number;
  phase: Phase;
  /** Its actions; lines are made of them when the phase is opened. */
  plies: Ply[];
}
export interface LogTurn {
  turn: number;
  phases: LogPhase[];
}

/** The latest first. */
export function turnsOf(plies: readonly Ply[]): LogTurn[] {
  const turns: LogTurn[] = [];
  for (const ply of plies) {
    let turn = turns.at(-1);
    if (turn?.turn !== ply.turn) turns.push((turn = { turn: ply.turn, phases: [] }));
    let phase = turn.phases.at(-1);
    if (phase?.phase !== ply.phase) {
      phase = { key: `${ply.turn} ${ply.phase}`, turn: ply.turn, phase: ply.phase, plies: [] };
      turn.phases.push(phase);
    }
    phase.plies.push(ply);
  }
  return turns.reverse().map((turn) => ({ ...turn, phases: [...turn.phases].reverse() }));
}

/** The phase a moment belongs to: that of the last action before it, at the beginning the first. */
export function phaseAt(turns: readonly LogTurn[], moment: number): LogPhase | undefined {
  const phases = turns.flatMap((turn) => turn.phases);
  return phases.find((phase) => phase.plies[0].ply <= moment) ?? phases.at(-1);
}

export function lineOf(ply: Ply, known: Known): LogLine {
  const lines = tellEvents(ply.events, known);
  const ended = ply.events.some((e) => e.event === 'phase_began' || e.event === 'turn_began');
  // What a phase brings by itself when it begins is told after that the one before has ended.
  const told = ended ? lines.filter((l) => l.kind !== 'news' || l.weighty) : lines;
  const rolled = lines.find((l) => l.die !== null);
  const [first, ...rest] = told;
  return {
    ply: ply.ply,
    side: ply.side,
    kind: first?.kind ?? 'news',
    title: first?.text ?? t(ended ? 'see.log.phase.done' : 'see.log.done'),
    detail: rest.map((l) => l.text).join(t('list.stop')),
    figure: rolled?.result ?? null,
    die: rolled?.die ?? null,
    hex: told.find((l) => l.hex)?.hex ?? null,
  };
}
