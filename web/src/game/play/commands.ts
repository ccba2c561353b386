// What can be done in a Movement Phase with what is in hand, each with its key.
import { t } from '../../i18n/i18n.svelte';
import type { Command } from '../mode';
import { tellFault } from '../../i18n/faults';
import { cameIn } from './arriving';
import type { MoveMode } from './move.svelte';
import type { March } from './plan';
import { waitingIn } from './tray';

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
  } else if (mode.others.length) {
    list.push(...severalCommands(mode));
  } else if (plan && 'path' in plan) {
    list.push({
      id: 'move',
      label: labelOf(mode, plan),
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
  list.push(...bringCommands(mode));
  if (mode.rideable && !mode.overrunning) {
    list.push({
      id: 'rail',
      label: t(mode.byRail ? 'play.on-foot' : 'play.by-rail'),
      key: 'g',
      tint: mode.byRail,
      run: () => (mode.byRail = !mode.byRail),
    });
  }
  const near = mode.hand.length && !mode.overrunning && !mode.others.length ? mode.nearTarget : null;
  if (near) {
    list.push({
      id: 'show_overrun',
      label: t('play.overrun', { hex: near }),
      key: 'v',
      tint: true,
      run: () => mode.aimOverrun(near),
    });
  }
  if (mode.hand.length && !mode.overrunning && mode.undone.length > 1) {
    list.push({
      id: 'gather',
      label: t('play.gather'),
      key: 'a',
      tint: mode.gathering,
      run: () => (mode.gathering = !mode.gathering),
    });
  }
  list.push(...mode.orderCommands);
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

/** The label of the button that goes; it names the units that stand there already. */
function labelOf(mode: MoveMode, plan: March): string {
  if (plan.overrun) return t('play.overrun.odds', { hex: plan.overrun });
  if (plan.kind === 'ride') return t('play.ride.to', { hex: plan.to });
  return t(mode.ownStack(plan.to) ? 'play.join.to' : 'play.move.to', { hex: plan.to });
}

/** With several stacks in hand: all to one hex, or each by the same way. */
function severalCommands(mode: MoveMode): Command[] {
  const { aim, going, sendings } = mode;
  const list: Command[] = [];
  if (aim) {
    const first = sendings.find(({ plan }) => plan && 'fault' in plan)?.plan;
    list.push({
      id: 'move',
      label: t(mode.abreast ? 'play.move.abreast' : 'play.move.all', { n: going, of: sendings.length, hex: aim }),
      key: 'enter',
      primary: true,
      disabled: going
        ? null
        : { reason: first && 'fault' in first ? tellFault(first.fault, mode.board) : t('play.wait') },
      run: () => void mode.sendAll(),
    });
  }
  list.push({
    id: 'abreast',
    label: t('play.abreast'),
    key: 'x',
    tint: mode.abreast,
    run: () => (mode.abreast = !mode.abreast),
  });
  return list;
}

/** Newcomers: all that wait, or the chosen ones, to the hex aimed at; before these the march of the first turn. */
function bringCommands(mode: MoveMode): Command[] {
  const { aim, bringing } = mode;
  if (aim && mode.coming.length) {
    const arrivals = bringing?.plan.arrivals ?? [];
    const why = bringing?.plan.left_out[0]?.why;
    return [
      {
        id: 'bring_in',
        label: t('play.bring.to', { n: cameIn(arrivals), of: mode.company.length, hex: aim }),
        key: 'enter',
        primary: true,
        disabled: arrivals.length
          ? null
          : { reason: why ? tellFault(why, mode.board) : t('play.wait'), soon: !bringing },
        run: () => void mode.bringIn(),
      },
    ];
  }
  const marches = mode.due.length;
  if (marches && !mode.coming.length) {
    return [
      {
        id: 'march_on',
        label: t('play.march.on', { n: marches }),
        key: 'p',
        tint: true,
        run: () => void mode.marchOn(),
      },
    ];
  }
  const waiting = mode.tray.filter((row) => !row.price);
  if (mode.hand.length || mode.coming.length || waitingIn(waiting) < 2) return [];
  return [
    {
      id: 'bring_all',
      label: t('play.bring', { n: waitingIn(waiting) }),
      key: 'p',
      tint: true,
      run: () => mode.bringAll(waiting.map(({ key }) => key)),
    },
  ];
}

/** The answer to the question before the phase ends. */
export const confirmEnd = (mode: MoveMode): Command => ({
  id: 'confirm_end',
  label: t('play.end'),
  key: 'enter',
  primary: true,
  run: () => mode.end(),
});
