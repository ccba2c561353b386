// The order of battle: German divisions by corps, Soviet divisions by the Leader who supplies them.
import { facts, leaders } from '../../lib/facts';
import { formationUnits, type GameView, type Unit } from '../../lib/position';
import { armyName, describeUnit, formationName, leaderName, unitName } from '../../i18n/names';
import { t } from '../../i18n/i18n.svelte';
import type { Side, UnitId, UnitSupplyView } from '../../wire/types';
import { corpsName } from './stack';

export interface Formation {
  id: string;
  name: string;
  /** The Leader's rating, for the star. */
  rating: number | null;
  /** Who leads it and where. */
  where: string;
  hex: string | null;
  units: Unit[];
  /** Units of it that are out of supply. */
  cut: number;
  /** Not on the map: lost, or not yet come. */
  away: 'lost' | 'waiting' | null;
}

type Supply = ReadonlyMap<UnitId, UnitSupplyView>;
const isCut = (unit: Unit, supply: Supply) => supply.get(unit.id)?.in_supply === false || unit.marks.has('unsupplied');

export function formationsOf(board: GameView, side: Side, supply: Supply): Formation[] {
  return side === 'german' ? german(board, supply) : soviet(board, supply);
}

function german(board: GameView, supply: Supply): Formation[] {
  const dead = new Map(board.dead.map((u) => [u.id, u]));
  const corps = new Map<string, string[]>();
  for (const { corps: name, formations } of facts.arrivals.german) {
    const key = name ?? '';
    corps.set(key, [...(corps.get(key) ?? []), ...formations]);
  }
  const order = [...corps].sort(([a], [b]) => Number(!a) - Number(!b));
  return order.map(([name, formations]) => {
    const units = formations.flatMap(formationUnits).map((u) => board.units.get(u.id) ?? dead.get(u.id) ?? u);
    const here = units.filter((u) => u.hex);
    const lost = units.every((u) => dead.has(u.id));
    return {
      id: name || 'others',
      name: name ? corpsName(name) : t('see.forces.infantry'),
      rating: null,
      where: formations.length > 6 ? '' : formations.map((f) => formationName(f)).join(t('list.comma')),
      hex: here[0]?.hex ?? null,
      units: units.filter((u) => !dead.has(u.id)),
      cut: here.filter((u) => isCut(u, supply)).length,
      away: here.length ? null : lost ? 'lost' : 'waiting',
    };
  });
}

function soviet(board: GameView, supply: Supply): Formation[] {
  const here = [...board.units.values()].filter((u) => u.side === 'soviet');
  const dead = new Set(board.dead.map((u) => u.id));
  const byLeader = new Map<string, Unit[]>();
  for (const unit of here) {
    if (unit.kind === 'leader') continue;
    const leader = supply.get(unit.id)?.leader ?? '';
    byLeader.set(leader, [...(byLeader.get(leader) ?? []), unit]);
  }
  const led = [...leaders.values()].map((leader): Formation => {
    const self = board.units.get(leader.id);
    const units = [...(self ? [self] : []), ...(byLeader.get(leader.id) ?? [])];
    const where = leaderName(leader.id) + (self?.hex ? t('list.comma') + self.hex : '');
    return {
      ...{ id: leader.id, name: armyName(leader.army), rating: leader.rating, where, hex: self?.hex ?? null, units },
      cut: units.filter((u) => isCut(u, supply)).length,
      away: self ? null : dead.has(leader.id) ? 'lost' : 'waiting',
    };
  });
  led.sort((a, b) => Number(!!a.away) - Number(!!b.away));
  const alone = byLeader.get('') ?? [];
  const rest: Formation[] = alone.length
    ? [
        {
          ...{ id: 'alone', name: t('see.forces.alone'), rating: null, where: '', hex: alone[0].hex, units: alone },
          cut: alone.filter((u) => isCut(u, supply)).length,
          away: null,
        },
      ]
    : [];
  return [...led.filter((f) => !f.away), ...rest, ...led.filter((f) => f.away)];
}

/** Those formations, and units in them, that a search finds: by name, army, or hex. */
export function found(formations: readonly Formation[], text: string): Formation[] {
  const words = text.trim().toLowerCase();
  if (!words) return [...formations];
  const has = (s: string) => s.toLowerCase().includes(words);
  return formations.flatMap((f) => {
    if (has(f.name) || has(f.where)) return [f];
    const units = f.units.filter((u) => has(unitName(u)) || has(describeUnit(u)) || (u.hex !== null && has(u.hex)));
    return units.length ? [{ ...f, units }] : [];
  });
}
