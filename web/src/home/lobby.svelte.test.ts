// Finding a game: the lobby, the games that wait for somebody, a code that was sent, and games to watch.
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadAround } from '../i18n/i18n.svelte';
import { forgetSession, startSession } from '../net/session.svelte';
import { alerts, byId, refused, settled, show, stubHttp, write } from '../testing/table';
import type { Listed } from '../wire/types';
import JoinByCode from './JoinByCode.svelte';
import { lists } from './lists.svelte';
import Lobby from './Lobby.svelte';
import OpenGames from './OpenGames.svelte';
import Watch from './Watch.svelte';

const me = { id: 'me', name: 'Anna', kind: 'guest' };
const person = (id: string, name: string) => ({ person: { id, name } });
const game = (id: string, more: Partial<Listed> = {}): Listed =>
  ({
    id,
    name: `Game ${id}`,
    updated: 1,
    status: 'open',
    seats: { german: person('b', 'Boris'), soviet: 'open' },
    options: { options: {}, pace: 'unlimited' },
    turn: 5,
    phase: 'german_combat',
    your_turn: false,
    deadline: null,
    result: null,
    ...more,
  }) as unknown as Listed;
const mine = game('own', { seats: { german: 'open', soviet: person('me', 'Anna') } as never });

const page = (games: Listed[], next: string | null = null) => ({ games, next });
const replies = {
  '/about': { version: '1', protocol: 1, levels: ['cadet'], registration: 'open' },
  '/session': { person: me },
  '/games?list=open&limit=30': page([game('g1'), mine]),
  '/games?list=mine&limit=50': page([]),
};

let sent: ReturnType<typeof stubHttp>;
const answers = (more: Record<string, unknown> = {}) => void (sent = stubHttp({ ...replies, ...more }));
beforeAll(loadAround);
beforeEach(() => answers());
afterEach(() => {
  forgetSession();
  for (const list of [lists.open, lists.mine, lists.watch, lists.finished]) {
    list.games = null;
    list.failed = list.more = false;
    list.search = '';
  }
  history.replaceState(null, '', '/');
});

const text = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim();
const row = (target: ParentNode, id: string) => target.querySelector<HTMLElement>(`[data-game="${id}"]`)!;
const headings = (target: ParentNode) => [...target.querySelectorAll('h2')].map(text);
async function press(button: HTMLElement | null) {
  button!.click();
  await settled();
}

describe('the lobby', () => {
  test('shows who waits, a form for a game of one’s own, and a way to bring one in', async () => {
    const target = show(Lobby as never);
    expect(text(byId(target, 'open-games').previousElementSibling)).toBe('One moment…');
    await settled();
    expect(headings(target)).toEqual(['Open games', 'Create a game', 'Join or bring in']);
    expect(text(target.querySelector('.note'))).toBe('2 open games');
    expect(byId(target, 'new-game')).not.toBeNull();
    expect(byId(target, 'import')).not.toBeNull();
  });
  test('and my games that are not over, if there are any', async () => {
    const own = [game('a', { status: 'playing', seats: mine.seats }), game('z', { status: 'finished' })];
    answers({ '/games?list=mine&limit=50': page(own) });
    const target = show(Lobby as never);
    await settled();
    expect(headings(target)).toContain('Continue');
    const listed = [...byId(target, 'continue').querySelectorAll('[data-game]')];
    expect(listed.map((a) => a.getAttribute('data-game'))).toEqual(['a']);
  });
  test('asks no more once it is left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const leave = lists.show(lists.open);
    vi.advanceTimersByTime(12_000);
    leave();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(sent.filter((s) => s.path.startsWith('/games?list=open'))).toHaveLength(2);
  });
});

describe('games that wait for a second player', () => {
  const shown = async (props = {}) => {
    await startSession();
    await lists.open.load();
    return show(OpenGames as never, props);
  };
  test('say who waits, which side is free and at what pace', async () => {
    const target = await shown();
    expect(text(row(target, 'g1').querySelector('b'))).toBe('Boris');
    expect(text(row(target, 'g1').querySelector('.chip'))).toBe('you: Soviet');
    expect(text(row(target, 'g1').querySelector('.pace'))).toBeTruthy();
    expect(row(target, 'g1').querySelector('button')!.getAttribute('aria-label')).toBe('Join the game of Boris');
  });
  test('a game of mine is gone to, not joined', async () => {
    const target = await shown();
    expect(row(target, 'own').querySelector('button')).toBeNull();
    expect(row(target, 'own').querySelector('a')!.getAttribute('href')).toBe('/game/own');
  });
  test('are joined on the free side', async () => {
    answers({ '/games/g1/join': { n: 2 } });
    await press(row(await shown(), 'g1').querySelector('button'));
    expect(sent.find((s) => s.path === '/games/g1/join')?.body).toEqual({ side: 'soviet' });
    expect(location.pathname).toBe('/game/g1');
  });
  test('somebody was quicker: that is told, the list is asked for anew, and one may try another', async () => {
    answers({ '/games/g1/join': refused({ code: 'seat_taken', facts: {} }) });
    const target = await shown();
    const before = sent.filter((s) => s.path.startsWith('/games?')).length;
    await press(row(target, 'g1').querySelector('button'));
    expect(alerts(target)).toEqual(['Somebody else was quicker: that seat is taken. You can watch.']);
    expect(sent.filter((s) => s.path.startsWith('/games?'))).toHaveLength(before + 1);
    expect(row(target, 'g1').querySelector('button')!.disabled).toBe(false);
    expect(location.pathname).toBe('/');
  });
  test('the front page shows a few, and where the others are', async () => {
    const target = await shown({ most: 1 });
    expect(target.querySelectorAll('li')).toHaveLength(1);
    expect(text(target.querySelector('a[href="/lobby"]'))).toBe('Show all 2');
  });
  test('more of them come when they are wanted', async () => {
    answers({
      '/games?list=open&limit=30': page([game('g1')], 'later'),
      '/games?list=open&limit=30&cursor=later': page([game('g2')]),
    });
    const target = await shown();
    await press(target.querySelector('.more-row'));
    expect([...target.querySelectorAll('li')].map((li) => li.getAttribute('data-game'))).toEqual(['g1', 'g2']);
    expect(target.querySelector('.more-row')).toBeNull();
  });
  test('nobody waits, or the server cannot be reached: both are said', async () => {
    answers({ '/games?list=open&limit=30': page([]) });
    expect(text(await shown())).toContain('Nobody is waiting for an opponent.');
    lists.open.games = null;
    answers({ '/games?list=open&limit=30': new Error('no network') });
    expect(text((await shown()).querySelector('[role=status]'))).toContain('cannot be reached');
  });
});

describe('a code that was sent', () => {
  const send = async (typed: string) => {
    const target = show(JoinByCode as never);
    write(byId(target, 'code'), typed);
    target.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
    return target;
  };
  test('leads to its game, and the game gets to know it', async () => {
    answers({ '/codes/4jtbp-k8ax3': { id: 'g7' } });
    await send(' 4JTBP-K8AX3');
    expect(location.pathname + location.search).toBe('/game/g7?code=4jtbp-k8ax3');
  });
  test('a link does so without a question', async () => {
    await send('https://x.example/game/g8?code=4jtbp-k8ax3');
    expect(location.pathname + location.search).toBe('/game/g8?code=4jtbp-k8ax3');
    expect(sent).toEqual([]);
  });
  test('what is neither is not asked about', async () => {
    const target = await send('good evening!');
    expect(alerts(target)).toEqual(['That is neither a code nor a link. A code looks like 4jtbp-k8ax3.']);
    expect(sent).toEqual([]);
  });
  test('no game has it: that is told, and one may type another', async () => {
    answers({ '/codes/4jtbp-k8ax3': refused({ code: 'not_found', facts: { what: 'code' } } as never) });
    const target = await send('4jtbp-k8ax3');
    expect(alerts(target)).toEqual(['There is no game with that code. Look at it again, or ask for a new link.']);
    expect(byId(target, 'code-go').hasAttribute('disabled')).toBe(false);
    expect(location.pathname).toBe('/');
  });
});

describe('games to watch', () => {
  const seats = { german: person('b', 'Boris'), soviet: { program: { level: 'cadet' } } } as never;
  const going = game('w1', { status: 'playing', seats });
  const over = game('w2', {
    status: 'finished',
    seats,
    result: { how: 'rules', winner: 'german', level: 'marginal', score: 63 } as never,
  });
  const both = {
    '/games?list=watch&limit=30': page([going]),
    '/games?list=finished&limit=20': page([over]),
  };
  test('under way with turn and phase, finished with their result', async () => {
    answers(both);
    const target = show(Watch as never);
    await settled();
    expect(text(row(byId(target, 'watch'), 'w1'))).toMatch(/Boris against .*Cadet.*Turn 5.*Combat/);
    expect(text(row(byId(target, 'finished'), 'w2'))).toMatch(/marginal.*63 points/i);
    expect(row(target, 'w1').getAttribute('href')).toBe('/game/w1');
  });
  test('there are none: each list says so', async () => {
    answers({ '/games?list=watch&limit=30': page([]), '/games?list=finished&limit=20': page([]) });
    const target = show(Watch as never);
    await settled();
    expect(text(byId(target, 'watch').previousElementSibling)).toBeTruthy();
    expect(text(byId(target, 'finished').previousElementSibling)).toBe('No public game has been finished here yet.');
  });
  test('finished games are searched by name once one has stopped typing', async () => {
    answers({ ...both, '/games?list=finished&limit=20&search=zzz': page([]) });
    const target = show(Watch as never);
    await settled();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const typed of ['z', 'zz', 'zzz']) write(byId(target, 'search-finished'), typed);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    await settled();
    expect(sent.map((s) => s.path).filter((path) => path.includes('search'))).toEqual([
      '/games?list=finished&limit=20&search=zzz',
    ]);
    expect(text(byId(target, 'finished').previousElementSibling)).toBe('No finished game has that in its name.');
  });
  test('the server cannot be reached: what was shown stays', async () => {
    answers(both);
    const target = show(Watch as never);
    await settled();
    answers({ '/games?list=watch&limit=30': new Error('no network') });
    await lists.watch.load();
    flushSync();
    expect(row(target, 'w1')).not.toBeNull();
    expect(byId(target, 'watch').parentElement!.querySelector('[role=status]')).toBeNull();
  });
});
