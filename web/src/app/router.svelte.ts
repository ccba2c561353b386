// The router. Addresses are plain paths, which the server answers with the page. A folder without a server has one file to answer with:
// there the path is the query. Links are followed without a reload.
import { withoutServer } from '../net/hosts';

export type Route =
  | { view: 'home' }
  | { view: 'lobby' }
  | { view: 'watch' }
  | { view: 'game'; id: string; code: string | null }
  | { view: 'learn' }
  | { view: 'rules'; at: string | null }
  /** For paper: the rules as a booklet, or the tables and keys. */
  | { view: 'print'; what: 'rules' | 'aid' }
  | { view: 'settings' }
  | { view: 'register' }
  | { view: 'missing' };

const GAME_ID = /^[0-9A-Za-z_-]{1,40}$/;

export function routeOf(address: { pathname: string; search: string }): Route {
  const [first = '', second, ...more] = address.pathname.split('/').filter(Boolean);
  if (more.length) return { view: 'missing' };
  if (first === 'game' && second && GAME_ID.test(second)) {
    return { view: 'game', id: second, code: codeOf(address.search) };
  }
  if (first === 'rules') return { view: 'rules', at: second ? decode(second) : null };
  if (first === 'print' && (second === 'rules' || second === 'aid')) return { view: 'print', what: second };
  if (second) return { view: 'missing' };
  if (first === '') return { view: 'home' };
  if (first === 'lobby' || first === 'watch' || first === 'learn' || first === 'settings' || first === 'register') {
    return { view: first };
  }
  return { view: 'missing' };
}

/** The code to join by, from `?code=…`. */
function codeOf(search: string): string | null {
  const [, code] = /[?&]code=([^&#]+)/.exec(search) ?? [];
  return code ? decode(code) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let route = $state.raw<Route>({ view: 'home' });

export const current = () => route;

/** The address of a path of the page, for links. */
export const to = (path: string): string => (!withoutServer() ? path : path === '/' ? './' : `?${path}`);
/** The path of an address. */
function pathOf({ pathname, search }: { pathname: string; search: string }): { pathname: string; search: string } {
  if (!withoutServer()) return { pathname, search };
  return { pathname: search.startsWith('?/') ? search.slice(1) : '/', search: '' };
}

export function goTo(path: string, replace = false) {
  const before = pathOf(location).pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', to(path));
  follow();
  if (pathOf(location).pathname !== before && !location.hash) scrollTo(0, 0);
}

function follow() {
  const asked = routeOf(pathOf(location));
  // There is nobody to have an account with.
  route = withoutServer() && asked.view === 'register' ? { view: 'missing' } : asked;
}

/** Follow the address from now on. */
export function startRouter() {
  addEventListener('popstate', follow);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    // Beside the page's one file lie others.
    if (withoutServer() && !/\/(index\.html)?$/.test(link.pathname)) return;
    event.preventDefault();
    const { pathname, search } = pathOf(link);
    goTo(pathname + search + link.hash);
  });
  follow();
}
