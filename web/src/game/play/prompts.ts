// The one sentence that says what to do now in a Movement Phase.
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import type { Prompt } from '../mode';
import type { MoveMode } from './move.svelte';
import { callable, waitingIn } from './tray';

export function movePrompt(mode: MoveMode): Prompt {
  const touch = matchMedia('(pointer: coarse)').matches ? 'tap' : 'click';
  if (mode.newcomer) {
    const lead = t('play.lead', { name: mode.newcomerName(mode.newcomer) });
    return { lead, text: t(`play.enter.${touch}`, { n: mode.newcomer.count }) };
  }
  if (!mode.hand.length) return idlePrompt(mode, touch);
  const lead = t('play.lead', { name: mode.name });
  if (mode.overrunning) return { lead, text: t('play.overrun.prompt', { hex: mode.overrunning.target }) };
  if (mode.stuck) return { lead, text: tellFault(mode.stuck, mode.board) };
  if (!mode.reach) return { lead, text: t('play.wait') };
  if (mode.byRail) return { lead, text: t('play.rail.prompt', { n: mode.trainsLeft }) };
  if (mode.aim && mode.ownStack(mode.aim) && mode.aim !== mode.start && mode.plan && 'path' in mode.plan) {
    return { lead, text: t(`play.join.${touch}`, { hex: mode.aim }) };
  }
  if (mode.pinned && mode.plan && 'path' in mode.plan)
    return { lead, text: t(`play.again.${touch}`, { hex: mode.pinned }) };
  // A whole division goes as one.
  const n =
    mode.units.length > 1 && new Set(mode.units.map((u) => u.division ?? u.id)).size > 1 ? mode.units.length : 1;
  if (!mode.reach.hexes.length && mode.targets.size) return { lead, text: t('play.move.only-overrun', { n }) };
  return { lead, text: t(`play.move.${touch}`, { n }) };
}

function idlePrompt(mode: MoveMode, touch: 'tap' | 'click'): Prompt {
  if (!mode.game.legal) return { text: t('play.wait') };
  if (mode.cut) return { text: t('play.cut.prompt', { hex: mode.cut }) };
  if (mode.duty) {
    const lead = mode.dutyHex ? t('play.idle.duty.at', { hex: mode.dutyHex }) : t('play.idle.duty');
    return { lead, text: tellFault(mode.duty, mode.board) };
  }
  const waiting = waitingIn(mode.tray);
  const sentence = waiting
    ? t(`play.idle.tray.${touch}`, { n: waiting })
    : t(mode.able.size ? `play.idle.${touch}` : 'play.idle.none');
  // Those of the Front are told apart: calling them is a choice that has its price.
  const front = callable(mode.tray);
  return { text: front ? t('play.idle.front', { sentence, ...front }) : sentence };
}
