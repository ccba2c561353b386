// Carries out the typed orders of a Movement Phase; each returns what to tell the player.
import type { Hex } from '../../lib/hex';
import { t } from '../../i18n/i18n.svelte';
import { tellFault } from '../../i18n/faults';
import type { UnitId } from '../../wire/types';
import { firstPick } from './hand';
import { overrunners } from './legal';
import type { MoveMode } from './move.svelte';
import type { Order } from './typed';

export async function obeyMove(mode: MoveMode, order: Order): Promise<string | null> {
  switch (order.order) {
    case 'next':
      mode.next(false);
      return mode.hand.length ? t('play.taken', { name: mode.name, hex: mode.start ?? '' }) : t('play.idle.none');
    case 'move':
    case 'ride':
      return march(mode, order);
    case 'overrun':
      return overrun(mode, order);
    case 'enter':
      return enter(mode, order);
    case 'cut':
    case 'lift': {
      const hex = order.order === 'cut' ? mode.cut : mode.lift;
      if (!hex) return t('play.typed.no-cut');
      const done = await mode.act(order.order === 'cut' ? { cut_rail: { hex } } : { lift_cut: { hex } });
      return done ? t('play.typed.done') : t('play.typed.refused');
    }
    default:
      return null;
  }
}

/** The units named in a hex, by id or by place in the stack, or why there are none. */
function namedIn(mode: MoveMode, hex: Hex, names: readonly string[]): UnitId[] | string {
  const stack = mode.ownStack(hex);
  if (!stack) return t('play.typed.nobody', { hex });
  if (!names.length) return firstPick(stack, mode.able);
  const found: UnitId[] = [];
  for (const name of names) {
    const place = /^[1-9]$/.test(name) ? Number(name) - 1 : -1;
    const unit = stack.units.find((u, i) => u.id === name || i === place);
    if (!unit) return t('play.typed.unknown', { word: name, hex });
    found.push(unit.id);
  }
  return found;
}

async function march(mode: MoveMode, order: Extract<Order, { path: Hex[] }>): Promise<string> {
  const units = namedIn(mode, order.from, order.units);
  if (typeof units === 'string') return units;
  if (!units.length) return t('play.spent');
  const stops = [...order.path];
  const to = stops.pop() as Hex;
  mode.take(units);
  await mode.survey();
  mode.byRail = order.order === 'ride';
  for (const hex of stops) {
    const leg = mode.planTo(hex);
    if (leg && !('path' in leg)) return tellFault(leg.fault, mode.board);
    if (leg) await mode.addWaypoint(leg);
  }
  if (mode.stuck) return tellFault(mode.stuck, mode.board);
  const plan = mode.planTo(to);
  if (!plan) return t('play.typed.there', { hex: to });
  if (!('path' in plan)) return tellFault(plan.fault, mode.board);
  if (plan.overrun) {
    mode.aimOverrun(plan.overrun);
    return t('play.overrun.prompt', { hex: plan.overrun });
  }
  const say = t(plan.kind === 'ride' ? 'play.say.ride' : 'play.say.walk', { n: plan.cost, left: plan.left });
  await mode.go(plan);
  return say;
}

async function overrun(mode: MoveMode, order: Extract<Order, { order: 'overrun' }>): Promise<string> {
  const from = order.from ?? mode.start;
  if (!from) return t('play.typed.from', { hex: order.target });
  const units = namedIn(mode, from, order.units);
  if (typeof units === 'string') return units;
  if (mode.start !== from || order.units.length) mode.take(units);
  await mode.survey();
  const able = overrunners(mode.game.legal, mode.hand, order.target);
  if (!able.length && mode.targets.has(order.target)) {
    mode.aimOverrun(order.target);
    return t('play.overrun.prompt', { hex: order.target });
  }
  if (!able.length) {
    const { refused } = await mode.game.ask('check', {
      check: { action: { overrun: { units: [...mode.hand], target: order.target } } },
    });
    return refused ? tellFault(refused, mode.board) : t('play.typed.refused');
  }
  mode.overrunning = { target: order.target, units: able, march: null };
  return t('play.overrun.prompt', { hex: order.target });
}

async function enter(mode: MoveMode, order: Extract<Order, { order: 'enter' }>): Promise<string> {
  const wanted = order.who.replace(/\s+/g, ' ');
  const newcomer = mode.tray.find(
    (n) => n.key.toLowerCase() === wanted || mode.newcomerName(n).toLowerCase() === wanted || n.who.includes(wanted),
  );
  if (!newcomer) return t('play.typed.newcomer', { word: order.who, list: mode.tray.map((n) => n.key).join(', ') });
  if (!newcomer.hexes.has(order.hex) && !newcomer.rail.has(order.hex)) {
    const action = { enter: { who: newcomer.who[0], hex: order.hex, rail: order.rail } };
    const { refused } = await mode.game.ask('check', { check: { action } });
    return refused ? tellFault(refused, mode.board) : t('play.typed.refused');
  }
  await mode.enter(newcomer, order.hex, order.rail);
  return t('play.typed.done');
}
