// How the two sums of an odds sheet come about, line by line: who brings what, and every modifier with its case.
import type { Hex } from '../../lib/hex';
import type { GameView, Unit } from '../../lib/position';
import { divisionUnits } from '../../lib/facts';
import type { Modifier, Odds, UnitId } from '../../wire/types';

export type Line =
  /** One unit, or regiments of one division together. */
  | { kind: 'who'; units: Unit[]; division: string | null; value: number | null; times?: Times }
  /** `factor` multiplies, `half` halves, `plus` adds. */
  | {
      kind: 'modifier';
      what: string;
      case: string;
      hex: Hex | null;
      how: 'factor' | 'half' | 'plus' | 'note';
      value: number;
      /** More than `value` where untried divisions decide how much it is. */
      most: number;
    }
  /** A hex of several that are attacked together. */
  | { kind: 'hex'; hex: Hex };

const HOW: Record<string, 'factor' | 'half' | 'plus' | 'note'> = {
  integrated: 'factor',
  terrain: 'factor',
  river: 'factor',
  out_of_supply: 'half',
  overrun: 'half',
  leader: 'plus',
};

/** A modifier told in the same line as those it concerns. */
export interface Times {
  factor: number;
  case: string;
}
/** With more lines than this a division and its doubling share one. */
const ROOM = 6;

/** The lines of a side, no more than can be seen at once where that is possible. */
export function inShort(lines: readonly Line[]): Line[] {
  if (lines.length <= ROOM) return [...lines];
  return lines.flatMap((line, i): Line[] => {
    const before = lines[i - 1];
    const after = lines[i + 1];
    const doubles = (l: Line | undefined) => l?.kind === 'modifier' && l.what === 'integrated';
    if (line.kind === 'who' && line.division && line.value !== null && after?.kind === 'modifier' && doubles(after)) {
      return [{ ...line, value: line.value * after.value, times: { factor: after.value, case: after.case } }];
    }
    return doubles(line) && before?.kind === 'who' && before.division ? [] : [line];
  });
}

export interface Sheet {
  attack: Line[];
  defense: Line[];
}

export function sheetOf(view: GameView, odds: Odds, units: readonly UnitId[], targets: readonly Hex[]): Sheet {
  const attackers = units.map((id) => view.units.get(id)).filter((u) => u !== undefined);
  const origins = [...new Set(attackers.map((u) => u.hex))].filter((h) => h !== null);
  // A stack that overruns at the end of a walk does not stand yet where the modifier is: it is found by its units.
  const attack = origins.flatMap((hex) => {
    const here = attackers.filter((u) => u.hex === hex);
    const concerns = (m: Modifier) => m.hex !== null && m.units.some((id) => here.some((u) => u.id === id));
    return [...linesOf(here, 'attack'), ...modifiers(odds, concerns)];
  });
  attack.push(...modifiers(odds, (m) => m.hex === null));
  const defense = targets.flatMap((hex) => {
    const here = modifiers(odds, (m) => m.hex === hex);
    const doubled = here.filter((l) => l.kind === 'modifier' && (l.what === 'terrain' || l.what === 'river'));
    return [
      ...(targets.length > 1 ? [{ kind: 'hex' as const, hex }] : []),
      ...linesOf(view.stacks.get(hex)?.units ?? [], 'defense'),
      ...here,
      // Two doublings make three, not four.
      ...(doubled.length > 1
        ? [{ kind: 'modifier' as const, what: 'both', case: '9.33', hex, how: 'factor' as const, value: 3, most: 3 }]
        : []),
    ];
  });
  return { attack: inShort(attack), defense: inShort(defense) };
}

/** Regiments of a division that stand together make one line. */
function linesOf(units: readonly Unit[], strength: 'attack' | 'defense'): Line[] {
  const lines: Line[] = [];
  const alone = units.every((u) => u.kind === 'leader');
  for (const unit of units) {
    // A Leader counts by his rating only where nobody else defends; in attack he is a modifier.
    if (unit.kind === 'leader' && !(alone && strength === 'defense')) continue;
    const mates = unit.division ? units.filter((u) => u.division === unit.division) : [unit];
    if (mates[0] !== unit) continue;
    const values = mates.map((u) => u[strength]);
    const whole = unit.division !== null && mates.length === divisionUnits.get(unit.division)?.length;
    if (whole || mates.length === 1) {
      const value = values.some((v) => v === null) ? null : values.reduce<number>((sum, v) => sum + (v ?? 0), 0);
      lines.push({ kind: 'who', units: mates, division: whole ? unit.division : null, value });
    } else mates.forEach((u) => lines.push({ kind: 'who', units: [u], division: null, value: u[strength] }));
  }
  return lines;
}

function modifiers(odds: Odds, wanted: (modifier: Modifier) => boolean): Line[] {
  return odds.modifiers
    .filter((m) => wanted(m) && m.what !== 'untried' && m.what !== 'lone_leader')
    .map((m) => ({
      kind: 'modifier',
      what: m.what,
      case: m.case,
      hex: m.hex,
      how: HOW[m.what] ?? 'note',
      value: m.least,
      most: m.most,
    }));
}
