// Who sits where, by name.
import { hasMessage, t, type Key } from '../../i18n/i18n.svelte';
import type { Seat, Side } from '../../wire/types';
import type { Game } from '../game.svelte';

/** The name of who plays a side; null if the seat is open. */
export function seatName(seat: Seat | undefined): string | null {
  if (!seat || seat === 'open') return null;
  if ('program' in seat) return levelName(seat.program.level);
  return 'person' in seat ? seat.person.name : seat.invited.name;
}
export const isProgram = (seat: Seat | undefined) => typeof seat === 'object' && 'program' in seat;
export const isOpen = (seat: Seat | undefined) => seat === 'open' || (typeof seat === 'object' && 'invited' in seat);

export const playerName = (game: Game, side: Side) => seatName(game.view?.seats[side]) ?? t(`side.${side}`);

const LEVELS = ['random', 'cadet', 'major', 'general'];
/** A program's name in the reader's language. */
export const levelName = (level: string) => (LEVELS.includes(level) ? t(`frame.program.${level}` as Key) : level);

/** What a program has in mind, in the reader's language; what is not known here as the program says it. */
export function planName(plan: string): string {
  const key = `frame.plan.${plan.replace(/\s+/g, '-')}`;
  return hasMessage(key) ? t(key) : plan;
}
