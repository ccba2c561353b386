// Who sits where, by name.
import { t } from '../../i18n/i18n.svelte';
import { levelName } from '../../net/levels';
import type { Seat, Side } from '../../wire/types';
import type { Game } from '../game.svelte';

/** The name of the player of a side; null if the seat is open. */
export function seatName(seat: Seat | undefined): string | null {
  if (!seat || seat === 'open') return null;
  if ('program' in seat) return levelName(seat.program.level);
  return 'person' in seat ? seat.person.name : seat.invited.name;
}
export const isProgram = (seat: Seat | undefined) => typeof seat === 'object' && 'program' in seat;
export const isOpen = (seat: Seat | undefined) => seat === 'open' || (typeof seat === 'object' && 'invited' in seat);

export const playerName = (game: Game, side: Side) => seatName(game.view?.seats[side]) ?? t(`side.${side}`);
