// Names of units, stacks and hexes in the reader's language: for panels, tips and screen readers.
import { armyNumber, type Stack, type Unit } from '../lib/position';
import type { Hex } from '../lib/hex';
import { hexFacts } from '../lib/terrain';
import type { UnitMark } from '../wire/types';
import { t, type Key } from './i18n.svelte';

/** `7th Panzer`: the name of a division that integrates, where there is little room. */
export function shortFormationName(id: string): string {
  const [, type, number] = /^(pz|mot)(\d+)$/.exec(id) ?? [];
  return type ? t(`division.short.${type}` as Key, { n: Number(number) }) : formationName(id);
}

/** `7th Panzer Division`, from a formation's id. */
export function formationName(id: string): string {
  const [, type, number] = /^(pz|mot|inf|cav)(\d+)$/.exec(id) ?? [];
  if (type) return t(`division.${type}` as Key, { n: Number(number) });
  return t(`division.${id}` as Key);
}
export const armyName = (army: string) => {
  const n = armyNumber(army);
  return n ? t('army.number', { n: Number(n) }) : t('army.reserve');
};
export const leaderName = (id: string) => t(`leader.${id}` as Key);

/** The name of an objective, from its id: a city, or a hex of the east edge. */
export function objectiveName(id: string): string {
  const hex = /^hex(\d{4})$/.exec(id)?.[1];
  return hex ? t('see.points.edge', { hex }) : t(`place.${id}` as Key);
}

/** `25th Panzer Regiment, 7th Panzer Division`; without its division if `short`. */
export function unitName(unit: Unit, short = false): string {
  if (unit.kind === 'leader') {
    const name = leaderName(unit.id);
    return short ? name : t('leader.of', { name, army: armyName(unit.army ?? '') });
  }
  if (unit.side === 'soviet') {
    const word = unit.untried ? 'soviet.untried.' : 'soviet.';
    return t(`${word}${unit.kind}` as Key, { name: sovietNumber(unit.label[0]) });
  }
  const [formation, regiment] = unit.id.split('-');
  if (!regiment) return formationName(formation);
  const name = t(`regiment.${unit.kind}` as Key, { n: Number(regiment) });
  return short ? name : t('regiment.of', { regiment: name, division: formationName(formation) });
}
/** `126th`, `2nd Moscow`: most designations are numbers, some carry a name. */
function sovietNumber(designation: string): string {
  const [, digits, name] = /^(\d+)(Mos|PrGd)?$/.exec(designation) ?? [];
  if (!digits) return designation;
  const key = name === 'Mos' ? 'soviet.moscow' : name ? 'soviet.proletarian' : 'soviet.number';
  return t(key, { n: Number(digits) });
}

export const markName = (mark: UnitMark) => t(`mark.${mark}`);

/** The whole counter in words: name, numbers, steps, marks. */
export function describeUnit(unit: Unit): string {
  const name = unitName(unit);
  const numbers = { name, move: unit.move };
  const parts = [
    unit.kind === 'leader'
      ? t('unit.leader', { name, rating: unit.rating ?? 0 })
      : unit.side === 'german'
        ? t('unit.german', { ...numbers, strength: unit.attack ?? 0 })
        : unit.untried
          ? t('unit.untried', numbers)
          : t('unit.soviet', { ...numbers, attack: unit.attack ?? 0, defense: unit.defense ?? 0 }),
  ];
  if (unit.lost) parts.push(t('unit.steps', { left: unit.steps - unit.lost, steps: unit.steps }));
  parts.push(...[...unit.marks].map(markName));
  return parts.join(t('list.comma'));
}

export function describeStack(stack: Stack): string {
  const label = t('stack.label', { side: t(`side.${stack.side}`), n: stack.units.length });
  const whole = stack.integrated ? [t('stack.integrated', { division: formationName(stack.integrated) })] : [];
  return [label, ...whole, ...stack.units.map(describeUnit)].join(t('list.stop'));
}

/** A hex in words: number, place, ground, lines, water, what stands there. */
export function describeHex(hex: Hex, stack?: Stack | null, markers: readonly string[] = []): string {
  const f = hexFacts(hex);
  const ground = [
    t('hex.name', { hex }),
    ...(f.place ? [t(`place.${f.place}` as Key)] : []),
    t(`ground.${f.ground}`),
    ...(f.road ? [t('ground.road')] : []),
    ...(f.rail ? [t('ground.rail')] : []),
    ...(f.rivers.length ? [t('hex.river', { n: f.rivers.length, hexes: f.rivers.join(' ') })] : []),
    ...(f.lakes.length ? [t('hex.lake', { n: f.lakes.length, hexes: f.lakes.join(' ') })] : []),
    ...(f.objective ? [t('hex.objective', { n: f.objective.points })] : []),
    ...(f.entries.length ? [t('hex.entry', { areas: f.entries.join(' ') })] : []),
    ...markers,
  ].join(t('list.comma'));
  return [ground, stack ? describeStack(stack) : t('hex.empty')].join(t('list.stop'));
}
