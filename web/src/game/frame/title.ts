// How a game is called in the tab of the browser: whose move it is, for a player that looks elsewhere meanwhile.
import { t } from '../../i18n/i18n.svelte';
import type { Side } from '../../wire/types';
import type { Game } from '../game.svelte';
import { isOpen, playerName } from './seats';

/** With the number of unread messages; null while the game is not loaded. */
export function titleOf(game: Game, unread: number): string | null {
  const state = stateOf(game);
  if (state === null) return null;
  const page = unread ? t('frame.title.unread', { n: unread, page: state }) : state;
  return t('frame.title', { page, name: t('app.title') });
}

function stateOf(game: Game): string | null {
  const { now } = game;
  if (!now) return null;
  if (game.over) return t('frame.title.over');
  const side: Side | undefined = now.decision?.side;
  if (!side) return null;
  const n = now.turn;
  if (game.hotseat) return t('frame.title.side', { side: t(`side.${side}`), n });
  if (game.you.includes(side)) return t('frame.title.yours', { n });
  if (isOpen(game.view?.seats[side])) return t('frame.title.open');
  return t('frame.title.theirs', { name: playerName(game, side), n });
}
