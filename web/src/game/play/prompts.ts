// The one sentence that says what to do now in a Movement Phase.
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import type { Hex } from '../../lib/hex';
import type { Prompt } from '../mode';
import { cameIn } from './arriving';
import { unique } from '../../lib/sets';
import type { MoveMode } from './move.svelte';
import { handName } from './names';
import { callable, waitingIn } from './tray';

export function movePrompt(mode: MoveMode): Prompt {
  const touch = matchMedia('(pointer: coarse)').matches ? 'tap' : 'click';
  if (mode.aim && mode.coming.length) return bringPrompt(mode, mode.aim, touch);
  if (mode.together.length) {
    const lead = t('play.lead', { name: bringName(mode) });
    const at = unique(mode.coming.flatMap((row) => [...row.hexes, ...row.rail]));
    return { lead, text: t(`play.bring.${touch}`), at };
  }
  if (mode.newcomer) {
    const lead = t('play.lead', { name: mode.newcomerName(mode.newcomer) });
    const at = [...(mode.byRail ? mode.newcomer.rail : mode.newcomer.hexes)];
    return { lead, text: t(`play.enter.${touch}`, { n: mode.newcomer.count }), at };
  }
  if (!mode.hand.length) return idlePrompt(mode, touch);
  return { ...handPrompt(mode, touch), at: [mode.overrunning?.target ?? mode.aim ?? mode.start ?? ''] };
}

/** The newcomers that a click on a hex brings in. */
export function bringName(mode: MoveMode): string {
  const [first, ...rest] = mode.coming;
  if (first && !rest.length && (first.count === 1 || !mode.together.length)) return mode.newcomerName(first);
  return t('play.name.units', { n: mode.company.length });
}

/** The result of the plan for the hex aimed at. */
function bringPrompt(mode: MoveMode, hex: Hex, touch: 'tap' | 'click'): Prompt {
  const lead = t('play.lead', { name: bringName(mode) });
  if (!mode.bringing) return { lead, text: t('play.wait'), at: [hex] };
  const { arrivals, left_out } = mode.bringing.plan;
  if (!arrivals.length) {
    const why = left_out[0] ? tellFault(left_out[0].why, mode.board) : '';
    return { lead, text: t('play.bring.none', { hex, why }), at: [hex] };
  }
  const n = cameIn(arrivals.filter(({ to }) => to === hex));
  const of = cameIn(arrivals);
  const again = t(`play.bring.again.${touch}`, { hex });
  const key = n === of ? 'play.bring.all' : n ? 'play.bring.near' : 'play.bring.short';
  const text = t(key, { n: n || of, of, hex });
  return { lead, text: t('play.bring.aimed', { text, again }), at: unique([hex, ...arrivals.map(({ to }) => to)]) };
}

function handPrompt(mode: MoveMode, touch: 'tap' | 'click'): Prompt {
  if (mode.others.length) return severalPrompt(mode, touch);
  const lead = t('play.lead.at', { name: mode.name, hex: mode.start ?? '' });
  if (mode.ordering) {
    const via = mode.ordering.join(t('list.comma'));
    return { lead, text: via ? t(`standing.more.${touch}`, { via }) : t(`standing.${touch}`) };
  }
  if (mode.overrunning) return { lead, text: t('play.overrun.prompt', { hex: mode.overrunning.target }) };
  if (mode.stuck) return { lead, text: tellFault(mode.stuck, mode.board) };
  if (!mode.reach) return { lead, text: t('play.wait') };
  const { aim, plan } = mode;
  if (aim && plan && 'path' in plan) {
    return { lead, text: t(mode.takeable(aim) ? `play.join.${touch}` : `play.again.${touch}`, { hex: aim }) };
  }
  if (mode.byRail) return { lead, text: t('play.rail.prompt', { n: mode.trainsLeft }) };
  // A whole division goes as one.
  const n =
    mode.units.length > 1 && new Set(mode.units.map((u) => u.division ?? u.id)).size > 1 ? mode.units.length : 1;
  if (mode.ends.size) return { lead, text: t('play.march', { n }) };
  if (!mode.reach.hexes.length && mode.targets.size) return { lead, text: t('play.move.only-overrun', { n }) };
  return { lead, text: t(`play.move.${touch}`, { n }) };
}

function severalPrompt(mode: MoveMode, touch: 'tap' | 'click'): Prompt {
  const hexes = [mode.start ?? '', ...mode.others.map(({ hex }) => hex)].join(t('list.comma'));
  const lead = t('play.lead.at', { name: mode.name, hex: hexes });
  const { aim, going, sendings } = mode;
  if (!aim) return { lead, text: t(`play.several.${touch}`) };
  const key = mode.abreast ? 'play.several.aimed.abreast' : 'play.several.aimed';
  return { lead, text: t(key, { n: going, of: sendings.length, hex: aim }) };
}

function idlePrompt(mode: MoveMode, touch: 'tap' | 'click'): Prompt {
  if (!mode.game.legal) return { text: t('play.wait') };
  if (mode.cut) return { text: t('play.cut.prompt', { hex: mode.cut }), at: [mode.cut] };
  const [party] = mode.march?.parties ?? [];
  if (party) {
    const name = handName(mode.unitsOf(party.units));
    const lead = t('play.idle.duty.at', { hex: party.hex });
    return { lead, text: t('play.march.idle', { name, n: mode.due.length }), at: mode.due };
  }
  if (mode.duty) {
    const { dutyHex } = mode;
    const entry = mode.tray.find((n) => n.kind === 'provisional')?.hexes ?? [];
    const lead = dutyHex ? t('play.idle.duty.at', { hex: dutyHex }) : t('play.idle.duty');
    return { lead, text: tellFault(mode.duty, mode.board), at: dutyHex ? [dutyHex] : [...entry] };
  }
  const waiting = waitingIn(mode.tray);
  const next = mode.upcoming();
  const units = next ? (mode.ownStack(next)?.units ?? []).filter((u) => mode.able.has(u.id)) : [];
  const sentence = waiting
    ? t(`play.idle.tray.${touch}`, { n: waiting })
    : next && units.length
      ? t(`play.idle.${touch}`, { name: handName(units), hex: next })
      : t('play.idle.none');
  // Front divisions are listed apart: calling them costs points.
  const front = callable(mode.tray);
  // "Show me" begins with the unit named.
  const undone = mode.undone.map(({ hex }) => hex).filter((hex) => hex !== null);
  const at = unique([...(next ? [next] : []), ...undone.sort()]);
  return { text: front ? t('play.idle.front', { sentence, ...front }) : sentence, at };
}
