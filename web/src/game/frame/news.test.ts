import { expect, test } from 'vitest';
import type { EntryView, Offered, Seat, Side, What } from '../../wire/types';
import type { Game } from '../game.svelte';
import { newsOf } from './news';
import { titleOf } from './title';

let n = 0;
const entries = (...all: What[]) =>
  all.map((what) => ({ n: ++n, at: 1000 * n, what, events: [], now: {} }) as unknown as EntryView);
const NAMES = { german: 'Anna', soviet: 'Boris' };
const of = (...you: Side[]) => ({ you, me: null, name: (side: Side) => NAMES[side] });
const told = (who: ReturnType<typeof of>, offer: Offered | null, ...all: What[]) =>
  newsOf(entries(...all), who, offer).map(({ kind, text, by }) => [kind, by ? `${by}: ${text}` : text].join(' '));

const boris = { person: { id: 'p2', name: 'Boris' } } as unknown as Seat;
const draw: Offered = { side: 'german', offer: 'draw' };
const takeback: Offered = { side: 'german', offer: { takeback: { to: 7 } } };
const acted = (side: Side) => ({ acted: { side, action: 'done', state: '' } }) as What;

test('a guest that joins is told to the player that waits, and not to himself', () => {
  const joined: What = { seated: { side: 'soviet', seat: boris } };
  expect(told(of('german'), null, joined)).toEqual(['news Boris has joined and plays the Soviet side.']);
  expect(told(of('soviet'), null, joined)).toEqual([]);
  const program = { program: { level: 'major' } } as Seat;
  expect(told(of('german'), null, { seated: { side: 'soviet', seat: program } })).toEqual([
    'news Major has joined and plays the Soviet side.',
  ]);
  expect(told(of('german'), null, { seated: { side: 'soviet', seat: 'open' } })).toEqual([
    'news The Soviet seat is open again.',
  ]);
});

test('what became of an offer is told to who made it', () => {
  const no: What = { declined: { side: 'soviet' } };
  expect(told(of('german'), draw, no)).toEqual(['news Boris has declined the draw.']);
  expect(told(of('german'), takeback, no)).toEqual(['news Boris has declined to take back.']);
  expect(told(of('german'), null, { offered: takeback }, { undid: { to: 7 } })).toEqual([
    'news Boris has agreed to take back.',
  ]);
  // One's own undo is no answer.
  expect(told(of('german'), takeback, { undid: { to: 12 } })).toEqual([]);
  expect(told(of('german'), draw, acted('soviet'))).toEqual([
    'news Boris has played on: the offer of a draw has lapsed.',
  ]);
  expect(told(of('german'), draw, acted('german'))).toEqual([]);
});

test('and to others what they cannot know', () => {
  const back: What = { declined: { side: 'german' } };
  expect(told(of('soviet'), draw, back)).toEqual(['news Anna has withdrawn the offer of a draw.']);
  expect(told(of('german'), draw, back)).toEqual([]);
  expect(told(of(), draw, { declined: { side: 'soviet' } })).toEqual(['news Boris has declined the draw.']);
  // Nobody is told of himself at a shared screen.
  expect(told(of('german', 'soviet'), draw, { declined: { side: 'soviet' } })).toEqual([]);
});

test('what others say, and nothing of one’s own', () => {
  const hello = { said: { name: 'Boris', text: 'Hello', side: 'soviet' } } as What;
  expect(told(of('german'), null, hello)).toEqual(['chat Boris: Hello']);
  expect(told(of('soviet'), null, hello)).toEqual([]);
  const watched = { said: { name: 'Clara', text: 'Well played' } } as What;
  expect(newsOf(entries(watched), { ...of(), me: 'Clara' })).toEqual([]);
  expect(told(of('german'), null, watched)).toEqual(['chat Clara: Well played']);
});

test('the tab says whose move it is', () => {
  const game = (more: object) =>
    ({
      now: { turn: 5, decision: { side: 'german' } },
      you: ['german'],
      hotseat: false,
      over: null,
      view: { seats: { german: { person: { name: 'Anna' } }, soviet: boris } },
      ...more,
    }) as unknown as Game;
  const title = (more: object, unread = 0) => titleOf(game(more), unread)?.replace(' · Panzergruppe Guderian', '');
  expect(titleOf(game({}), 0)).toBe('● Your move, turn 5 · Panzergruppe Guderian');
  expect(title({}, 2)).toBe('(2) ● Your move, turn 5');
  expect(title({ now: { turn: 6, decision: { side: 'soviet' } } })).toBe('Boris to move, turn 6');
  expect(title({ you: [] })).toBe('Anna to move, turn 5');
  expect(title({ hotseat: true, you: ['german', 'soviet'] })).toBe('German move, turn 5');
  const waiting = { german: { person: { name: 'Anna' } }, soviet: 'open' };
  expect(title({ now: { turn: 1, decision: { side: 'soviet' } }, view: { seats: waiting } })).toBe(
    'Waiting for a player',
  );
  expect(title({ over: {} })).toBe('The game is over');
  expect(titleOf(game({ now: null }), 0)).toBeNull();
});
