// The signed-in person, and facts about the server. A visitor becomes a guest automatically at the first action
// that needs a person; a guest can change his name or register later and keeps his games.
import type { About, Me } from '../wire/types';
import { loadAround, t } from '../i18n/i18n.svelte';
import { settings } from '../settings/settings.svelte';
import * as api from './api';

let about = $state.raw<About | null>(null);
let person = $state.raw<Me | null>(null);
let started: Promise<void> | null = null;
let coming: Promise<Me> | null = null;

export const server = () => about;
/** The person who is signed in, guests included. */
export const self = () => person;
export const setSelf = (me: Me | null) => (person = me);

/** Ask who is signed in; once, and again only if it failed. */
export function startSession(): Promise<void> {
  started ??= look().catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

/** Forget the server and the person, as when the page is opened. */
export function forgetSession() {
  about = person = started = coming = null;
}

async function look(): Promise<void> {
  const [what, who] = await Promise.all([api.about(), api.session()]);
  about = what;
  person = who.person;
}

/** Make sure that a person is signed in, as a guest if need be. */
export async function ensurePerson(name = settings().name): Promise<Me> {
  await startSession();
  if (person) return rename(person, name);
  await loadAround();
  // Two clicks in a row make one guest.
  coming ??= api.enterAsGuest(name || (about?.local ? undefined : guestName())).finally(() => (coming = null));
  person = await coming;
  return person;
}

/** Apply a changed name to a guest. Accounts are renamed on their own page. */
async function rename(me: Me, name: string): Promise<Me> {
  if (!name || me.kind !== 'guest' || me.name === name) return me;
  person = await api.rename(name);
  return person;
}

const guestName = () => t('account.guest', { n: String(100 + Math.floor(Math.random() * 900)) });
