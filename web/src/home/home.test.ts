import { beforeAll, describe, expect, test } from 'vitest';
import type { Listed, Me } from '../wire/types';
import { loadAround } from '../i18n/i18n.svelte';
import { setSelf } from '../net/session.svelte';
import { readCode, sideOf } from './start';
import { openSide, paceName, resultName, sideForMe, span, standing } from './words';

beforeAll(loadAround);

const game = (more: Partial<Listed>): Listed =>
  ({
    id: 'g',
    name: 'Anna – cadet',
    status: 'playing',
    seats: { german: { person: { id: 'p', name: 'Anna' } }, soviet: { program: { level: 'cadet' } } },
    options: { options: {}, pace: 'unlimited' },
    turn: 5,
    your_turn: false,
    deadline: null,
    result: null,
    ...more,
  }) as unknown as Listed;

describe('codes', () => {
  test('as people type them, as links, as addresses', () => {
    expect(readCode(' 4JTBP-K8AX3 ')).toEqual({ code: '4jtbp-k8ax3' });
    expect(readCode('https://x.example/game/CK4Z4Ku43wCy?code=4jtbp-k8ax3')).toEqual({
      id: 'CK4Z4Ku43wCy',
      code: '4jtbp-k8ax3',
    });
    expect(readCode('http://x/game/CK4Z4Ku43wCy')).toEqual({ id: 'CK4Z4Ku43wCy', code: null });
    for (const bad of ['', '  ', 'a', 'what is this?', '../..']) expect(readCode(bad)).toBeNull();
  });
  test('either side is one or the other', () => {
    expect([sideOf('either', () => 0.1), sideOf('either', () => 0.9), sideOf('soviet')]).toEqual([
      ...['german', 'soviet', 'soviet'],
    ]);
  });
});

describe('what a list says', () => {
  const now = 1_000_000;
  test('whose move it is, and how long', () => {
    expect(standing(game({ your_turn: true }), now)).toEqual({ text: 'Your move', mine: true });
    expect(standing(game({ your_turn: true, deadline: now + 2.5 * 86_400_000 }), now).text).toBe('Your move, 2 d left');
    expect(standing(game({ deadline: now + 11 * 3_600_000 }), now).text).toBe('Waiting, 11 h');
    expect(standing(game({ status: 'open' }), now).text).toBe('Waiting for a player');
    expect(span(10)).toBe('1 min');
  });
  test('how it ended', () => {
    const ended = (result: unknown) => resultName(game({ result } as never));
    expect(ended({ how: 'rules', winner: 'german', score: 60, level: 'german_marginal' })).toBe('German Marginal');
    // Who won and how, whatever the points would have meant in the end.
    expect(ended({ how: 'resigned', winner: 'german', score: 0, level: null })).toBe('German wins: Soviet resigned');
    expect(ended({ how: 'time', winner: 'soviet', score: 130, level: null })).toBe('Soviet wins: German out of time');
    expect(ended({ how: 'agreed', winner: null, score: 0, level: null })).toBe('Draw');
  });
  test('the side I have in a game of mine, the free one in those of others', () => {
    const seats = { german: 'open', soviet: { person: { id: 'me', name: 'Anna' } } } as never;
    setSelf(null);
    expect(sideForMe(game({ seats }))).toBe('german');
    setSelf({ id: 'me' } as Me);
    expect(sideForMe(game({ seats }))).toBe('soviet');
    setSelf(null);
  });
  test('which seat is open, and the pace', () => {
    expect(openSide(game({ seats: { german: 'open', soviet: 'open' } as never }))).toBe('german');
    expect(openSide(game({}))).toBeNull();
    expect([paceName('unlimited'), paceName({ days: 1 }), paceName({ days: 3 })]).toEqual([
      ...['no limit', '1 day a turn', '3 days a turn'],
    ]);
  });
});
