import { describe, expect, test } from 'vitest';
import type { Ask } from '../wire/types';
import { codeOf, type Fault } from './fault';
import type { Refusal } from './api';
import { gameAddress } from './address';
import { Link, type LinkEvents, type LinkState, type Surroundings, type Wire } from './link';

/** A network and a clock that the test controls. */
function world(refusal?: LinkEvents['refusal']) {
  const wires: (Wire & { sent: Record<string, unknown>[]; address: string; closed: boolean })[] = [];
  let timers: { run: () => void; ms: number }[] = [];
  let keys = 0;
  const around: Surroundings = {
    open: (address) => {
      const wire = {
        address,
        sent: [] as Record<string, unknown>[],
        closed: false,
        send: (text: string) => void wire.sent.push(JSON.parse(text) as Record<string, unknown>),
        close: () => void (wire.closed = true),
        onopen: null,
        onmessage: null as Wire['onmessage'],
        onclose: null as Wire['onclose'],
      };
      wires.push(wire);
      return wire;
    },
    later: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void (timers = timers.filter((t) => t !== timer));
    },
    random: () => 1,
    key: () => `k${++keys}`,
  };
  const states: LinkState[] = [];
  const ends: string[] = [];
  const link = new Link(
    'ws://x/game',
    {
      onstate: (s) => states.push(s),
      on: { welcome: () => {}, entry: () => {}, bye: () => {} } as unknown as LinkEvents['on'],
      onend: (fault) => ends.push(codeOf(fault)),
      refusal,
    },
    around,
  );
  const wire = () => wires[wires.length - 1];
  const tell = (message: unknown) => wire().onmessage?.({ data: JSON.stringify(message) });
  const welcome = (last: number, whole = true) =>
    tell({ welcome: { protocol: 1, game: 'g', you: [], last, view: whole ? {} : null } });
  /** Let the next timer of this length run. */
  const pass = (ms: number) => {
    const timer = timers.find((t) => t.ms === ms);
    if (!timer) throw new Error(`nothing waits ${ms} ms; there are ${timers.map((t) => t.ms).join(', ')}`);
    timers = timers.filter((t) => t !== timer);
    timer.run();
  };
  return { link, wires, wire, tell, welcome, pass, states, ends, timers: () => timers };
}

/** Waits until all promises are settled. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

const noGame: Fault = { code: 'not_found', facts: { what: 'game' } };

describe('a connection', () => {
  test('to a game that is not there ends, instead of being tried for ever', async () => {
    const w = world(() => Promise.resolve(noGame));
    w.wire().onclose?.();
    await settled();
    expect(w.ends).toEqual(['not_found']);
    expect(w.states.at(-1)).toBe('ended');
    expect(w.timers()).toEqual([]);
  });
  test('that is lost is tried again, whatever the server says of other things', async () => {
    const w = world(() => Promise.resolve({ code: 'offline' as const }));
    w.wire().onclose?.();
    await settled();
    expect(w.states.at(-1)).toBe('lost');
    // After the first connection this is not asked.
    const known = world(() => Promise.resolve(noGame));
    known.welcome(4);
    known.wire().onclose?.();
    await settled();
    expect(known.states.at(-1)).toBe('lost');
    expect(known.ends).toEqual([]);
  });
  test('comes with everything first, and with the last number seen after a loss', () => {
    const w = world();
    expect(w.wire().address).toBe('ws://x/game?view=full');
    w.welcome(4);
    w.tell({ entry: { n: 5 } });
    w.wire().onclose?.();
    expect(w.link.state).toBe('lost');
    w.pass(400);
    expect(w.wire().address).toBe('ws://x/game?view=full&since=5');
    w.welcome(7, false);
    // What was missed is still to come: the number seen counts, not the last there is.
    expect(w.link.last).toBe(5);
    w.tell({ entry: { n: 6 } });
    expect(w.link.last).toBe(6);
    expect(w.states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
  });

  test('sends again what had no answer, with the same key', async () => {
    const w = world();
    w.welcome(1);
    const done = w.link.do('redo', 1);
    const [first] = w.wire().sent;
    expect(first).toMatchObject({ do: 'redo', at: 1, key: 'k1' });
    w.wire().onclose?.();
    w.pass(400);
    expect(w.wire().sent).toEqual([]);
    w.welcome(1, false);
    expect(w.wire().sent).toEqual([first]);
    w.tell({ done: { id: first.id, n: 2 } });
    await expect(done).resolves.toBe(2);
    // Answered: not sent a third time.
    w.wire().onclose?.();
    w.pass(400);
    w.welcome(2, false);
    expect(w.wire().sent).toEqual([]);
  });

  test('keeps what is wanted while it is lost', async () => {
    const w = world();
    const done = w.link.do({ say: { text: 'hello' } }, null);
    expect(w.wire().sent).toEqual([]);
    w.welcome(1);
    expect(w.wire().sent).toHaveLength(1);
    w.tell({ done: { id: w.wire().sent[0].id, n: 2 } });
    await expect(done).resolves.toBe(2);
  });

  test('does not repeat questions, whose answer may have changed', async () => {
    const w = world();
    w.welcome(1);
    const answer = w.link.ask('score');
    w.wire().onclose?.();
    w.pass(400);
    w.welcome(1, false);
    expect(w.wire().sent).toEqual([]);
    await expect(answer).rejects.toMatchObject({ code: 'offline' });
    await expect(world().link.ask('score')).rejects.toMatchObject({ code: 'offline' });
  });

  test('questions of one tick go out together, and each gets its own answer', async () => {
    const w = world();
    w.welcome(1);
    const all = ['score', 'cup', 'areas'].map((ask) => w.link.ask(ask as Ask));
    expect(w.wire().sent).toEqual([]);
    await settled();
    expect(w.wire().sent).toEqual([{ ask: ['score', 'cup', 'areas'], id: 1 }]);
    const refused = { code: 'illegal', message: 'no' };
    w.tell({ answers: { id: 1, at: 1, answers: [{ answer: { score: 1 } }, { refused }, { answer: { areas: 2 } }] } });
    await expect(all[0]).resolves.toEqual({ score: 1 });
    await expect(all[1]).rejects.toMatchObject({ fault: refused });
    await expect(all[2]).resolves.toEqual({ areas: 2 });
  });

  test('asks at most eight at once, and before anything that changes the position', async () => {
    const w = world();
    w.welcome(1);
    for (let i = 0; i < 10; i++) w.link.ask('score').catch(() => {});
    void w.link.do('redo', 1).catch(() => {});
    const [first, second, third] = w.wire().sent;
    expect(first.ask).toHaveLength(8);
    expect(second.ask).toHaveLength(2);
    expect(third).toMatchObject({ do: 'redo' });
    await settled();
    expect(w.wire().sent).toHaveLength(3);
  });

  test('a refusal says why', async () => {
    const w = world();
    w.welcome(1);
    const done = w.link.do('redo', 1);
    w.tell({ refused: { id: w.wire().sent[0].id, error: { code: 'cannot_redo', message: 'nothing was undone' } } });
    const refusal = await done.then(
      () => null,
      (e: Refusal) => e,
    );
    expect(refusal?.fault).toMatchObject({ code: 'cannot_redo' });
  });

  test('waits longer and longer, but not too long, and hurries when told', () => {
    const w = world();
    for (const ms of [400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]) {
      w.wire().onclose?.();
      w.pass(ms);
    }
    w.wire().onclose?.();
    const before = w.wires.length;
    w.link.hurry();
    expect(w.wires.length).toBe(before + 1);
    expect(w.timers().filter((t) => t.ms === 15_000)).toEqual([]);
  });

  test('a silent connection is tried, then given up', () => {
    const w = world();
    w.welcome(1);
    w.pass(30_000);
    expect(w.wire().sent).toEqual([{ ping: 1 }]);
    w.tell({ pong: 1 });
    w.pass(30_000);
    w.pass(8_000);
    expect(w.link.state).toBe('lost');
    expect(w.wires[0].closed).toBe(true);
  });

  test('is not tried again when that would not help', async () => {
    const w = world();
    w.welcome(1);
    const done = w.link.do('redo', 1);
    w.tell({ bye: { code: 'bad_message', facts: { detail: 'a tail' }, message: 'not understood' } });
    expect(w.ends).toEqual(['bad_message']);
    expect(w.timers()).toEqual([]);
    await expect(done).rejects.toMatchObject({ code: 'offline' });
    w.tell({ entry: { n: 2 } });
    expect(w.link.last).toBe(1);
  });
});

test('the address keeps to the safety of the page', () => {
  expect(gameAddress('g', { protocol: 'https:', host: 'a.example' })).toBe('wss://a.example/api/games/g/ws');
  expect(gameAddress('g', { protocol: 'http:', host: '127.0.0.1:1' })).toBe('ws://127.0.0.1:1/api/games/g/ws');
});
