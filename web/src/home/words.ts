// What a list says of a game: who sits where, how much time is left, how it ended.
import type { Listed, Pace, Seat, Side } from '../wire/types';
import { currentLocale, t, type Key } from '../i18n/i18n.svelte';
import { levelName } from '../net/levels';
import { self } from '../net/session.svelte';

export function seatName(seat: Seat): string {
  if (seat === 'open') return t('home.seat.open');
  if ('program' in seat) return t('home.seat.program', { level: levelName(seat.program.level) });
  if ('invited' in seat) return t('home.seat.invited', { name: seat.invited.name });
  return seat.person.name;
}
const personIn = (seat: Seat) => (typeof seat === 'object' && 'person' in seat ? seat.person.id : null);

/** The sides I play in it. */
export function mySides(game: Listed): Side[] {
  const me = self()?.id;
  return (['german', 'soviet'] as const).filter((side) => me && personIn(game.seats[side]) === me);
}
export const openSide = (game: Listed): Side | null =>
  (['german', 'soviet'] as const).find((side) => game.seats[side] === 'open') ?? null;

/** The side I have or would have in a game that waits for somebody. */
export const sideForMe = (game: Listed): Side | null => mySides(game)[0] ?? openSide(game);

/** What I call it: the other player, or that both sides are mine. */
export function opponentName(game: Listed): string {
  const mine = mySides(game);
  if (mine.length === 2) return t('continue.both');
  return seatName(game.seats[mine[0] === 'german' ? 'soviet' : 'german']);
}

export const paceOf = (game: Listed): Pace => game.options.pace;
export function paceName(pace: Pace): string {
  return pace === 'unlimited' ? t('pace.unlimited') : t('pace.days', { n: pace.days });
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** `2 d`, `11 h`, `5 min`: the largest unit, cut off. */
export function span(ms: number): string {
  if (ms >= DAY) return t('span.days', { n: Math.floor(ms / DAY) });
  if (ms >= HOUR) return t('span.hours', { n: Math.floor(ms / HOUR) });
  return t('span.minutes', { n: Math.max(1, Math.floor(ms / MINUTE)) });
}
/** How a game of mine stands, in two or three words. */
export function standing(game: Listed, now: number): { text: string; mine: boolean } {
  if (game.result) return { text: resultName(game), mine: false };
  if (game.status === 'open') return { text: t('continue.open'), mine: false };
  const left = game.deadline ? span(Math.max(0, game.deadline - now)) : null;
  if (game.your_turn) return { text: left ? t('continue.mine.left', { left }) : t('continue.mine'), mine: true };
  return { text: left ? t('continue.wait.left', { left }) : t('continue.wait'), mine: false };
}

export function resultName(game: Listed): string {
  const { result } = game;
  if (!result) return '';
  const { how, winner, level } = result;
  if (how === 'agreed' || !winner) return t('home.result.draw');
  // The side that broke it off is told with the winner: no level was reached.
  if (how !== 'rules') {
    const loser = winner === 'german' ? 'soviet' : 'german';
    return t(`home.result.${how}`, { winner: t(`side.${winner}`), side: t(`side.${loser}`) });
  }
  return level ? t(`home.victory.${level}` as Key) : '';
}

export const day = (ms: number) => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(ms);
