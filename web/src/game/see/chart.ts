// The line of points over the turns: which moments it needs, and where its parts are drawn.
import { facts } from '../../lib/facts';
import { TURNS } from '../../lib/turns';
import type { Ply } from '../time/plies';

export interface Mark {
  turn: number;
  points: number;
}

/** After how many actions each turn that is over ended, and how many there are now. */
export function turnEnds(plies: readonly Ply[], now: number): { turn: number; ply: number }[] {
  const ends: { turn: number; ply: number }[] = [];
  plies.forEach((p, i) => {
    const next = plies[i + 1];
    if (p.ply <= now && next && next.turn !== p.turn) ends.push({ turn: p.turn, ply: p.ply });
  });
  const last = plies[Math.min(now, plies.length) - 1];
  if (last && ends.at(-1)?.turn !== last.turn) ends.push({ turn: last.turn, ply: Math.min(now, plies.length) });
  return ends.filter((e) => e.ply <= now);
}

export interface Chart {
  line: string;
  dots: { x: number; y: number; mark: Mark }[];
  /** Horizontal lines where another level of victory begins, with its points. */
  levels: { y: number; points: number }[];
  turns: { x: number; turn: number }[];
  zero: number;
}

export function chartOf(marks: readonly Mark[], width: number, height: number): Chart {
  const steps = facts.levels.flatMap((l) => (l.min !== null ? [l.min] : []));
  const most = Math.max(50, ...marks.map((m) => m.points));
  const top = steps.find((s) => s >= most) ?? most;
  const bottom = Math.min(0, ...marks.map((m) => m.points));
  const x = (turn: number) => ((turn - 1) / (TURNS.length - 1)) * width;
  const y = (points: number) => height - ((points - bottom) / (top - bottom || 1)) * height;
  const dots = marks.map((mark) => ({ x: x(mark.turn), y: y(mark.points), mark }));
  return {
    line: dots.map((d, i) => `${i ? 'L' : 'M'}${d.x.toFixed(1)} ${d.y.toFixed(1)}`).join(''),
    dots,
    levels: steps.filter((s) => s <= top && s > 1).map((points) => ({ y: y(points), points })),
    turns: TURNS.map((turn) => ({ x: x(turn), turn })),
    zero: y(0),
  };
}
