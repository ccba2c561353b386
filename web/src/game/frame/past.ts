// Going back and forward: what the table allows, and why not. What was one order of the player goes back and forward as one.
import { t } from '../../i18n/i18n.svelte';
import type { Desk } from '../desk.svelte';
import type { Game } from '../game.svelte';
import type { Command } from '../mode';

/** Undo, redo and back to the beginning of the phase, for the player who has to decide. */
export function pastCommands(desk: Desk): { undo: Command; redo: Command; reset: Command } {
  const { game } = desk;
  const now = game.now;
  const ours = game.decision !== null && game.stage === null;
  const back = ours && now !== null && now.undo_to < now.ply;
  const forth = ours && now !== null && now.redo > 0;
  const why = t(ours ? 'frame.undo.not' : 'frame.undo.theirs');
  const request = (what: Parameters<typeof game.request>[0]) => void desk.attempt(game.request(what));
  return {
    undo: {
      id: 'undo',
      label: t('frame.undo'),
      key: 'u',
      disabled: back ? null : { reason: why },
      run: () => request({ undo: game.before === null ? {} : { to: game.before } }),
    },
    redo: {
      id: 'redo',
      label: t('frame.redo'),
      key: 'y',
      disabled: forth ? null : { reason: t(ours ? 'frame.redo.not' : 'frame.undo.theirs') },
      run: () => void desk.attempt(again(game)),
    },
    reset: {
      id: 'reset_phase',
      label: t('frame.reset'),
      disabled: back ? null : { reason: why },
      run: () => request('reset_phase'),
    },
  };
}

/** The actions of an order that was taken back are taken again together. */
async function again(game: Game) {
  const n = game.after;
  await game.carry(async () => {
    for (let i = 0; i < n; i++) await game.request('redo');
  });
}
