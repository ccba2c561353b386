// What an attack may be made of, and how one is typed.
import { isHex, type Hex } from '../../lib/hex';
import type { LegalView, UnitId } from '../../wire/types';

/** The units that may attack every one of these hexes. */
export function eligible(legal: LegalView | null, targets: readonly Hex[]): UnitId[] {
  if (!legal || !targets.length) return [];
  const sets = targets.map((hex) => legal.attacks.find((a) => a.target === hex)?.units ?? []);
  return sets[0].filter((unit) => sets.every((set) => set.includes(unit)));
}

/** Hexes that could be attacked together with these: somebody with strength may attack them all. */
export function joinable(legal: LegalView | null, targets: readonly Hex[]): Hex[] {
  if (!legal || !targets.length) return [];
  return legal.attacks
    .map((a) => a.target)
    .filter(
      (hex) => targets.includes(hex) || eligible(legal, [...targets, hex]).some((u) => legal.capable.includes(u)),
    );
}

/** `attack 1414,1415 from 1313,1413`; without `from`, every unit that may. */
export function parseAttack(line: string): { targets: Hex[]; from: string[] | null } | null {
  const match = /^\s*(?:attack|a)\s+([\d\s,]+?)(?:\s+(?:from|with|by)\s+(.+))?\s*$/i.exec(line);
  if (!match) return null;
  const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const targets = words(match[1]);
  if (!targets.length || !targets.every(isHex)) return null;
  return { targets, from: match[2] ? words(match[2].toLowerCase()) : null };
}
