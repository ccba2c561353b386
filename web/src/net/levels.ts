// The levels of the computer opponents. The server lists them (`/api/about`); their names in the reader's language
// are the messages `level.NAME`.
import { levels as named } from '../i18n/en/levels';
import { hasMessage, t } from '../i18n/i18n.svelte';
import { server } from './session.svelte';

/** It picks a random legal action: for testing, not for people. */
const NO_OPPONENT = 'random';
const STANDARD = 'major';

/** The levels that have a name here, weakest first. */
export const namedLevels = () => Object.keys(named).map((key) => key.slice('level.'.length));

/** The levels a player can choose, weakest first; until the server has answered, those with a name here. */
export function offeredLevels(): string[] {
  const all = server()?.levels ?? namedLevels();
  return all.filter((level) => level !== NO_OPPONENT);
}

/** What is offered first. */
export function standardLevel(): string {
  const levels = offeredLevels();
  return levels.includes(STANDARD) ? STANDARD : (levels.at(-1) ?? STANDARD);
}

/** For a first game. */
export const easiestLevel = (): string => offeredLevels()[0] ?? STANDARD;

/** A level's name; without a translation, the server's name. */
export function levelName(level: string): string {
  const key = `level.${level}`;
  return hasMessage(key) ? t(key) : level;
}
