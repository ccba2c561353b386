import { expect, test } from 'vitest';
import { gameAddress } from './address';
import { bareId, hostOfAddress, hostOfPath, idHere, isHere } from './hosts';

const LOCATION = { protocol: 'https:', host: 'a.b' };

test('a game of this browser is known by its id, wherever it goes', () => {
  const id = idHere('Game');
  expect([isHere(id), bareId(id), isHere('Game')]).toEqual([true, 'Game', false]);
  expect(gameAddress(id, LOCATION)).toBe('here:here-Game');
  expect(gameAddress('Game', LOCATION)).toBe('wss://a.b/api/games/Game/ws');
});

test('with a server, all that is not about such a game goes there', () => {
  const here = hostOfAddress('here:here-Game');
  const server = hostOfAddress('wss://a.b/api/games/Game/ws');
  expect(here).not.toBe(server);
  expect(hostOfPath('/games/here-Game/history?since=1')).toBe(here);
  for (const path of ['/games/Game', '/games?list=mine', '/session']) expect(hostOfPath(path)).toBe(server);
});
