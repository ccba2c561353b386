// Making and joining games, and going there.
import type { Made, NewGame, Side } from '../wire/types';
import { goTo } from '../app/router.svelte';
import { announce } from '../game/frame/briefing';
import * as api from '../net/api';
import { ensurePerson } from '../net/session.svelte';
import { settings } from '../settings/settings.svelte';

export type SideChoice = Side | 'either';

export const sideOf = (choice: SideChoice, random: () => number = Math.random): Side =>
  choice === 'either' ? (random() < 0.5 ? 'german' : 'soviet') : choice;

/** Make a game; a new visitor becomes a guest. */
export async function make(wanted: NewGame): Promise<Made> {
  await ensurePerson();
  return api.makeGame({ auto: settings().forced, ...wanted });
}

/** Bring in a record, to look at it or to play on as in a game that is wanted so. */
export async function bringIn(record: string, { name, side, opponent, visibility }: NewGame): Promise<Made> {
  await ensurePerson();
  return api.importGame({ record, name, side, opponent, visibility });
}

export async function makeAndGo(wanted: NewGame): Promise<void> {
  const made = await make(wanted);
  goTo(`/game/${made.id}`);
}

/** Where a game begins: with the first turn, or with one of a good game. */
export const SCENARIOS = ['whole', 'turn-4', 'turn-8'] as const;
export type Scenario = (typeof SCENARIOS)[number];
const positions: Record<Scenario, () => Promise<{ default: object }> | null> = {
  whole: () => null,
  'turn-4': () => import('../generated/turn-4.json'),
  'turn-8': () => import('../generated/turn-8.json'),
};

/** Against the machine; whoever leads a side for the first time is briefed before the first move. */
export async function playNow(choice: SideChoice, level: string, scenario: Scenario = 'whole'): Promise<void> {
  const side = sideOf(choice);
  const position = (await positions[scenario]())?.default;
  const made = await make({
    side,
    opponent: { program: { level } },
    visibility: 'link',
    ...(position && { position }),
  });
  announce(made.id, side);
  goTo(`/game/${made.id}`);
}

/** Both sides at this screen. */
export const playHere = () => makeAndGo({ side: 'both', visibility: 'link' });

export async function joinAndGo(id: string, side?: Side): Promise<void> {
  await ensurePerson();
  await api.join(id, side);
  goTo(`/game/${id}`);
}

/** A code as people type it, a link, or the address of a game. */
export function readCode(text: string): { code: string } | { id: string; code: string | null } | null {
  const typed = text.trim();
  const link = /\/game\/([0-9A-Za-z_-]{1,40})(?:\?code=([0-9A-Za-z-]+))?/.exec(typed);
  if (link) return { id: link[1], code: link[2] ?? null };
  const code = typed.toLowerCase().replace(/\s+/g, '');
  return /^[0-9a-z]+(-[0-9a-z]+)*$/.test(code) && code.length >= 4 ? { code } : null;
}

export async function goByCode(text: string): Promise<boolean> {
  const read = readCode(text);
  if (!read) return false;
  if ('id' in read) goTo(`/game/${read.id}${read.code ? `?code=${read.code}` : ''}`);
  else {
    const { id } = await api.findByCode(read.code);
    goTo(`/game/${id}?code=${read.code}`);
  }
  return true;
}
