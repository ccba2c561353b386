// The views of the page, each loaded on first use. The view of the address is requested at once, together with
// everything it will request itself, so that nothing loads in sequence.
import { loadAround } from '../i18n/i18n.svelte';
import { ground } from '../map/ground';
import { loadLetters } from '../map/lettering.svelte';
import { fullView, gameAddress } from '../net/address';
import { openEarly } from '../net/early';
import { isHere, withoutServer } from '../net/hosts';
import type { Route } from './router.svelte';

export const loadGame = () => import('../game/GameScreen.svelte');
export const loadLearn = () => import('../learn/Learn.svelte');
export const loadFrame = () => import('./Frame.svelte');
/** The views in the common frame. */
export const VIEWS: Partial<Record<Route['view'], () => Promise<{ default: unknown }>>> = {
  home: () => import('../home/Home.svelte'),
  lobby: () => import('../home/Lobby.svelte'),
  watch: () => (withoutServer() ? import('../home/Reading.svelte') : import('../home/Watch.svelte')),
  register: () => import('../home/Register.svelte'),
  rules: () => import('../rules/Rules.svelte'),
  print: () => import('../print/Print.svelte'),
  settings: () => import('../settings/Settings.svelte'),
  missing: () => import('./Missing.svelte'),
};

export function beginWith(route: Route) {
  const asked: Promise<unknown>[] = [];
  if (route.view === 'game') {
    if (!isHere(route.id)) openEarly(fullView(gameAddress(route.id, location)));
    asked.push(loadGame(), ground(), loadLetters());
  } else {
    asked.push(loadAround());
    const view = route.view === 'learn' ? loadLearn : VIEWS[route.view];
    if (view) asked.push(view());
    if (route.view !== 'learn') asked.push(loadFrame());
  }
  // The view that needs it asks again and reports the error.
  for (const one of asked) one.catch(() => {});
}
