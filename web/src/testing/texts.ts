// Positions for tests and specimens as people write them, `pgg-position 1`, become what the server would tell.
import type { Hex } from '../lib/hex';
import { divisionUnits } from '../lib/facts';
import { unitOf, viewOf as viewOfDiagram, type Diagram, type GameView, type Unit } from '../lib/position';
import type { DiagramUnit, Kind, UnitMark, Marks, Position, UnitDetails } from '../wire/types';

/** The units that a text names: one, or all of a German division. */
function told(text: string): DiagramUnit[] {
  const [who, ...words] = text.trim().split(/\s+/);
  const more: Partial<UnitDetails> = {};
  if (who === 'rifle' || who === 'tank' || who === 'mechanised') more.kind = who;
  const marks: UnitMark[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const printed = /^(\d+)-(\d+)(?:#(\d+))?$/.exec(word);
    if (printed) more.strength = [Number(printed[1]), Number(printed[2]), Number(printed[3] ?? 1)];
    else if (word === 'lost' || word === 'spent') more[word] = Number(words[++i]);
    else if (word === 'from' || word === 'pile') i++;
    else if (word === 'rifle' || word === 'tank' || word === 'mechanised') more.kind = word as Kind;
    else if (word !== 'untried') marks.push(word as UnitMark);
  }
  if (marks.length) more.marks = marks;
  const plain = Object.keys(more).length === 0;
  return (divisionUnits.get(who) ?? [who]).map((id) => (plain ? id : { id, ...more }));
}

/** A position in texts as the server tells it. */
export function diagramOf(position: Partial<Position>): Partial<Diagram> {
  const { units, waiting, scheduled, dead, ...rest } = position;
  const all = (texts: string[]) => texts.flatMap(told);
  return {
    ...rest,
    ...(units && { units: Object.fromEntries(Object.entries(units).map(([hex, texts]) => [hex, all(texts)])) }),
    ...(waiting && { waiting: all(waiting) }),
    ...(scheduled && { scheduled: all(scheduled) }),
    ...(dead && { dead: all(dead) }),
  };
}

export const viewOf = (position: Partial<Position>, marks?: Pick<Marks, 'integrated' | 'allowances'>): GameView =>
  viewOfDiagram(diagramOf(position), marks);

export const parseUnits = (text: string, hex: Hex | null = null): Unit[] => told(text).map((unit) => unitOf(unit, hex));
