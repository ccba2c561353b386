// The programs that play. Which there are the server says (`/api/about`); a name in the reader's language is the message `level.NAME`.
import { levels as named } from '../i18n/en/levels';
import { hasMessage, t } from '../i18n/i18n.svelte';
import { server } from './session.svelte';

/** It picks any legal action: good for testing, no opponent for a person. */
const NO_OPPONENT = 'random';
const STANDARD = 'major';

/** The levels a player can choose, weakest first; until the server has told, those that have a name here. */
export function offeredLevels(): string[] {
  const all = server()?.levels ?? Object.keys(named).map((key) => key.slice('level.'.length));
  return all.filter((level) => level !== NO_OPPONENT);
}

/** What is offered first. */
export function standardLevel(): string {
  const levels = offeredLevels();
  return levels.includes(STANDARD) ? STANDARD : (levels.at(-1) ?? STANDARD);
}

/** For somebody who plays for the first time. */
export const easiestLevel = (): string => offeredLevels()[0] ?? STANDARD;

/** A level's name; one without words here is called as the server calls it. */
export function levelName(level: string): string {
  const key = `level.${level}`;
  return hasMessage(key) ? t(key) : level;
}
