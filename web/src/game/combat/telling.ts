// What happens in a combat, in a few words: where it stands, who lost what, who went where.
import { counterOf, unitOf, type GameView, type Unit } from '../../lib/position';
import { germanUnits, leaders } from '../../lib/facts';
import { t, type Key } from '../../i18n/i18n.svelte';
import { formationName, unitName } from '../../i18n/names';
import { divisionUnits } from '../../lib/facts';
import type { Combat, GameEvent, Side, UnitId } from '../../wire/types';
import type { Stage } from './resolution';
import type { CombatStory, Consequence } from './story';

export interface Names {
  of(unit: UnitId): string;
  all(units: readonly UnitId[]): string;
}

/** Names of units that may be gone: what is on the map, what was turned over before, what everybody knows. */
export function namesIn(events: readonly GameEvent[], view: GameView | null): Names {
  const seen = new Map<UnitId, string>();
  for (const event of events) {
    if (event.event === 'revealed') seen.set(event.unit, event.counter);
    // A slot is used again for another division.
    else if (event.event === 'drawn') seen.delete(event.unit);
  }
  const unit = (id: UnitId): Unit | null => {
    const here = view?.units.get(id);
    if (here && !here.untried) return here;
    if (germanUnits.has(id) || leaders.has(id)) return unitOf(id);
    const counter = seen.get(id);
    return counter ? unitOf({ id, ...counterOf(counter) }) : (here ?? null);
  };
  const of = (id: UnitId) => {
    const found = unit(id);
    return found ? unitName(found, true) : t(id.startsWith('a') ? 'combat.some.armoured' : 'combat.some.rifle');
  };
  const all = (ids: readonly UnitId[]) => {
    const [division] =
      [...divisionUnits].find(([, m]) => m.length > 1 && m.length === ids.length && m.every((u) => ids.includes(u))) ??
      [];
    if (division) return formationName(division);
    return ids.length === 1 ? of(ids[0]) : t('combat.units', { n: ids.length });
  };
  return { of, all };
}

export function tellConsequence(c: Consequence, names: Names): string {
  switch (c.kind) {
    case 'no_retreat':
      return t('combat.told.no_retreat');
    case 'loss_chosen':
      return t('combat.told.loss', { n: c.n });
    case 'retreat_chosen':
      return t('combat.told.retreat', { n: c.n });
    case 'closed':
      return t(`combat.told.closed.${c.what}`);
    case 'step_lost':
      return t('combat.told.step', { name: names.of(c.unit) });
    case 'eliminated':
      return t(`combat.told.eliminated.${c.why}` as Key, { name: names.of(c.unit) });
    case 'retreated':
      return t('combat.told.retreated', { name: names.all(c.units), hex: c.to });
    case 'disrupted':
      return t('combat.told.disrupted', { name: names.all(c.units) });
    case 'advanced':
      return t('combat.told.advanced', { name: names.of(c.unit), hex: c.to });
    case 'entered':
      return t('combat.told.entered', { name: names.all(c.units), hex: c.to });
    case 'halted':
      return t('combat.told.halted', { name: names.all(c.units) });
  }
}

const ENGAGED = 'Eng';

/** A stage of the resolution by its name. */
export function titleOf(stage: Stage, story: CombatStory): string {
  switch (stage.id) {
    case 'reveal':
      return t('combat.stage.reveal', { n: story.revealed.length });
    case 'odds':
      return t('combat.stage.odds', { column: story.odds?.column ?? '' });
    case 'die':
      return story.die
        ? t('combat.stage.die', { die: story.die, result: story.result ?? '' })
        : t('combat.stage.result', { result: story.result ?? '' });
    case 'advance': {
      const hexes = story.targets.join(t('list.comma'));
      if (story.overrun) return t('combat.stage.enter', { hexes });
      return story.result?.startsWith('A') ? t('combat.stage.follow') : t('combat.stage.advance', { hexes });
    }
    default: {
      const part = stage.n === 'all' ? 'all' : stage.n === undefined ? 'none' : 'n';
      // Nobody retreats from Eng.
      const told = story.result === ENGAGED ? 'step' : part;
      return t(`combat.stage.${stage.id}.${told}` as Key, { n: Number(stage.n) || 0 });
    }
  }
}

const CASES: Record<Stage['id'], string> = {
  reveal: '12.2',
  odds: '9.4',
  die: '9.5',
  defender: '9.65',
  attacker: '9.65',
  advance: '9.81',
};
/** The case it follows. */
export function caseOf({ id }: Stage, { overrun, result }: CombatStory): string {
  if (overrun && id === 'advance') return '6.52';
  return result === ENGAGED && (id === 'defender' || id === 'attacker') ? '9.67' : CASES[id];
}

/** What comes of a retreat: who picks the way, and what becomes of the hex. With the case for it. */
export function tellRetreat(combat: Combat, side: Side, n: number): { text: string; case: string } {
  const enemy = t(`side.${side === 'german' ? 'soviet' : 'german'}`);
  const hexes = combat.targets.join(t('list.comma'));
  if (combat.attacker === side) return { text: t('combat.run.attacker', { n, enemy }), case: '9.72' };
  if (!combat.overrun) return { text: t('combat.run.defender', { n, enemy }), case: '9.72' };
  // An overrunning stack has no choice: it enters, or halts where it is if the result hurts it too.
  const halts = combat.result.includes('A');
  return halts
    ? { text: t('combat.run.overrun.halts', { n, enemy, hexes }), case: '6.52' }
    : { text: t('combat.run.overrun', { n, enemy, hexes }), case: '6.51' };
}
