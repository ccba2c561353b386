// What can be done in a Movement Phase with what is in hand, each with its key.
import { t } from '../../i18n/i18n.svelte';
import type { Command } from '../mode';
import type { MoveMode } from './move.svelte';

export function moveCommands(mode: MoveMode): Command[] {
  const { plan } = mode;
  const list: Command[] = [];
  if (mode.overrunning) {
    const { target } = mode.overrunning;
    list.push({
      id: 'overrun',
      label: t(mode.armed ? 'play.overrun.sure' : 'play.overrun', { hex: target }),
      key: 'enter',
      primary: true,
      run: () => void mode.overrun(mode.overrunners.length ? [...mode.overrunners] : (mode.overrunning?.units ?? [])),
    });
  } else if (plan && 'path' in plan) {
    list.push({
      id: 'move',
      label: plan.overrun
        ? t('play.overrun.odds', { hex: plan.overrun })
        : t(plan.kind === 'ride' ? 'play.ride.to' : 'play.move.to', { hex: plan.to }),
      key: 'enter',
      primary: true,
      run: () => (plan.overrun ? mode.aimOverrun(plan.overrun) : void mode.go(plan)),
    });
    if (plan.kind === 'walk' && !plan.stops && !plan.overrun) {
      list.push({
        id: 'waypoint',
        label: t('play.waypoint'),
        key: 'w',
        run: () => void mode.addWaypoint(plan),
      });
    }
  }
  if (mode.rideable && !mode.overrunning) {
    list.push({
      id: 'rail',
      label: t(mode.byRail ? 'play.on-foot' : 'play.by-rail'),
      key: 'g',
      tint: mode.byRail,
      run: () => (mode.byRail = !mode.byRail),
    });
  }
  const near = mode.hand.length && !mode.overrunning ? mode.nearTarget : null;
  if (near) {
    list.push({
      id: 'show_overrun',
      label: t('play.overrun', { hex: near }),
      key: 'v',
      tint: true,
      run: () => mode.aimOverrun(near),
    });
  }
  const { cut, lift } = mode;
  if (cut) {
    list.push({
      id: 'cut_rail',
      label: t('play.cut', { hex: cut }),
      key: 'k',
      tint: true,
      run: () => void mode.act({ cut_rail: { hex: cut } }),
    });
  }
  if (lift) {
    list.push({
      id: 'lift_cut',
      label: t('play.lift', { hex: lift }),
      key: 'j',
      tint: true,
      run: () => void mode.act({ lift_cut: { hex: lift } }),
    });
  }
  list.push({
    id: 'next_unit',
    label: t('play.next'),
    key: 'n',
    disabled: mode.able.size ? null : { reason: t('play.idle.none'), soon: !mode.game.legal },
    run: () => mode.next(false),
  });
  return list;
}

/** The answer to the question before the phase ends. */
export const confirmEnd = (mode: MoveMode): Command => ({
  id: 'confirm_end',
  label: t('play.end'),
  key: 'enter',
  primary: true,
  run: () => mode.end(),
});
