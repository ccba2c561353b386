// How a game ended, in words: who won and how. A level of victory [15.2] is told of a game that was played to its end only.
import { t, type Key } from '../../i18n/i18n.svelte';
import type { Ended, LevelName, Side } from '../../wire/types';
import type { Game } from '../game.svelte';

export const titleOfEnd = ({ winner }: Ended): string =>
  t(winner ? `frame.over.title.${winner}` : 'frame.over.title.draw');

/** How it came about, in one sentence; `turn` is that of the last position. */
export function tellEnd({ how, winner, level, score }: Ended, turn: number): string {
  if (how === 'agreed') return t('frame.over.agreed', { turn });
  const loser: Side = winner === 'german' ? 'soviet' : 'german';
  if (how !== 'rules') return t(`frame.over.${how}`, { side: t(`side.${loser}`), turn });
  return t('frame.over.rules', { level: level ? t(`frame.level.${level}` as Key) : '', n: score });
}

/** The level that the points on the screen mean; none once the game was broken off, which then reached none. */
export function levelShown({ shown, over, stage }: Pick<Game, 'shown' | 'over' | 'stage'>): LevelName | null {
  if (!shown || (over && over.how !== 'rules' && !stage)) return null;
  return shown.score.level;
}

/** The points for a reader that cannot see the scale, with the level if there is one. */
export const pointsLabel = (n: number, level: LevelName | null): string =>
  level ? t('frame.points.label', { n, level: t(`frame.level.${level}` as Key) }) : t('frame.points.plain', { n });
