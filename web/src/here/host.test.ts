// The host with its real module, where that has been built (`cargo xtask referee`): what the server answers, it answers.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Module } from '../referee/module';
import type { History, Listed, Made, Past, ToPlayer, Whole } from '../wire/types';
import type { Line } from '../net/hosts';
import type { Desk } from './desk';
import { BrowserHost, Unable } from './host';
import { MemoryStore } from './memory';

const MODULE = path.join(import.meta.dirname, '../generated/table.wasm');
const here = test.runIf(existsSync(MODULE));
const MEETING = { turn: 5, phase: 'german_movement', units: { '1714': ['pz7'], '2112': ['r1 2-5'] } };

/** A desk in this thread. */
function deskOf(compiled: WebAssembly.Module): Desk {
  const module = new Module(compiled, (message) => desk.onwatch(JSON.parse(message)));
  const desk: Desk = {
    call: async <T>(name: string, message?: unknown) => {
      const told = module.call(name, message === undefined ? '' : JSON.stringify(message));
      return (told ? JSON.parse(told) : null) as T;
    },
    onwatch: () => {},
    end: () => {},
  };
  return desk;
}

const alone = { announce: () => {}, pass: () => {}, hurry: () => {}, hear: () => {} };
function host(store = new MemoryStore(), desks?: () => Promise<() => Desk>) {
  const compiled = desks ? null : new WebAssembly.Module(readFileSync(MODULE));
  const tabs = { ...alone, alone: (_: string, work: () => void) => (work(), () => {}) };
  const around = {
    store,
    desks: desks ?? (async () => () => deskOf(compiled!)),
    tabs,
    now: () => 1000,
    hold: () => {},
  };
  const one = new BrowserHost(around);
  const call = async <T>(method: string, address: string, body?: unknown) => {
    const response = await one.fetch(address, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    return { status: response.status, told: (await response.json()) as T };
  };
  return { one, call, store };
}

/** Sits at a game; a request resolves with the answer to it. */
async function sit(one: BrowserHost, id: string) {
  const heard: ToPlayer[] = [];
  const waiting = new Map<unknown, (message: ToPlayer) => void>();
  let decides: (ours: boolean) => void = () => {};
  const line = {
    hear: (message: ToPlayer) => {
      heard.push(message);
      const [answer] = Object.values(message) as { id?: unknown }[];
      waiting.get(answer?.id)?.(message);
      if ('position' in message) decides(message.position.legal !== undefined);
    },
    lost: () => {},
  } as unknown as Line;
  const place = await one.placeAt(id);
  await place.join(line, null);
  let n = 0;
  const send = (message: object) =>
    new Promise<ToPlayer>((resolve) => {
      waiting.set(++n, resolve);
      place.receive(line, JSON.stringify({ ...message, id: n }));
    });
  /** Ends the phase, and waits until the decision is ours again. */
  const end = async (at: number) => {
    const ours = new Promise<void>((resolve) => (decides = (yes) => yes && resolve()));
    await send({ do: { action: 'done' }, at, key: `k${n}` });
    await ours;
  };
  return { heard, send, end, leave: () => place.leave(line) };
}

here('a game is made, listed, played, told and removed', async () => {
  const { one, call } = host();
  const { told: made } = await call<Made>('POST', '/games', { side: 'both', position: MEETING, name: 'Meeting' });
  expect(made.id).toMatch(/^here-\w{12}$/);
  expect(made.commitment).toMatch(/^[0-9a-f]{64}$/);
  const { heard, send, leave } = await sit(one, made.id);
  expect(Object.keys(heard[0])).toEqual(['welcome']);
  const action = { move: { units: ['pz7-7'], path: ['1814'] } };
  expect(await send({ do: { action }, at: 1, key: 'k' })).toEqual({ done: { id: 1, n: 2 } });
  expect(await send({ ask: 'score' })).toMatchObject({ answer: { answer: { score: {} } } });
  const { told: whole } = await call<Whole>('GET', `/games/${made.id}`);
  expect([whole.id, whole.last, whole.you]).toEqual([made.id, 2, ['german', 'soviet']]);
  expect(Object.keys(whole.view.position.units)).toContain('1814');
  const { told: mine } = await call<{ games: Listed[] }>('GET', '/games?list=mine&limit=50');
  expect(mine.games).toMatchObject([{ id: made.id, name: 'Meeting', status: 'playing', turn: 5, your_turn: true }]);
  const { told: history } = await call<History>('GET', `/games/${made.id}/history?since=1`);
  expect(history.entries.map(({ n }) => n)).toEqual([2]);
  const { told: past } = await call<Past[]>('GET', `/games/${made.id}/positions?from=0&to=1`);
  expect(past.map(({ ply }) => ply)).toEqual([0, 1]);
  expect((await call('GET', `/games/${made.id}/luck`)).told).toMatchObject({ draws: { count: 0 } });
  leave();
  await call('DELETE', `/games/${made.id}`);
  expect((await call('GET', `/games/${made.id}`)).told).toEqual({
    error: { code: 'not_found', facts: { what: 'game' } },
  });
});

here('what is refused has the form of the server', async () => {
  const { call } = host();
  const wrong = await call('POST', '/games', { side: 'both', position: { turn: 30 } });
  expect(wrong.status).toBe(422);
  expect(wrong.told).toMatchObject({ error: { code: 'bad_position', facts: { problems: [{}] } } });
  expect((await call('GET', '/tokens')).told).toMatchObject({ error: { code: 'not_found' } });
});

here('the machine answers, and the game goes on in another page and as a record', async () => {
  const store = new MemoryStore();
  const first = host(store);
  const wanted = { side: 'german', opponent: { program: { level: 'recruit' } }, position: MEETING };
  const { told: made } = await first.call<Made>('POST', '/games', wanted);
  const { heard, end } = await sit(first.one, made.id);
  const at = () => heard.reduce((last, message) => ('entry' in message ? message.entry.n : last), 1);
  const turn = () => heard.reduce((t, message) => ('entry' in message ? message.entry.now.turn : t), 5);
  while (turn() < 6) await end(at());
  expect(heard.some((m) => 'entry' in m && typeof m.entry.what === 'object' && 'acted' in m.entry.what)).toBe(true);
  // Another page of the same browser opens it from the log.
  const second = host(store);
  const { heard: welcome } = await sit(second.one, made.id);
  expect(welcome[0]).toMatchObject({ welcome: { last: (await store.log(made.id.slice('here-'.length))).length } });
  const record = await (await second.one.fetch(`/games/${made.id}/record`, {})).text();
  const { told: again } = await second.call<Made>('POST', '/games/import', { record, side: 'german' });
  const [before, after] = await Promise.all(
    [made.id, again.id].map(async (id) => (await second.call<Whole>('GET', `/games/${id}`)).told),
  );
  expect(after.view.position).toEqual(before.view.position);
});

here('a program tells its plan while it thinks, in the words of the server', async () => {
  const desk = deskOf(new WebAssembly.Module(readFileSync(MODULE)));
  const thoughts: ToPlayer[] = [];
  desk.onwatch = (message) => thoughts.push(message as ToPlayer);
  await desk.call('seat', { level: 'general', seed: '7' });
  await desk.call('place', MEETING);
  expect(await desk.call('choose')).toBeTruthy();
  expect(thoughts[0]).toMatchObject({ thinking: { side: 'german', level: 'general', intent: {} } });
  expect(await desk.call('hurry')).toBeTruthy();
});

test('where there is no module that is told, as a fault of its own', async () => {
  const unable = () => Promise.reject(new Unable({ code: 'no_webassembly' }));
  const { call, one } = host(new MemoryStore(), unable);
  expect((await call('POST', '/games', { side: 'both' })).told).toEqual({ error: { code: 'no_webassembly' } });
  await expect(one.placeAt('here-Nobody')).rejects.toMatchObject({ fault: { code: 'not_found' } });
});
