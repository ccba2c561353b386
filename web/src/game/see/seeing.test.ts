import { describe, expect, test, vi } from 'vitest';
import type { Diagram } from '../../lib/position';
import type { Answer, Ask } from '../../wire/types';
import type { Game, Moment } from '../game.svelte';
import { moment } from '../time/fixture';
import { Seeing } from './seeing.svelte';

const zones = (hex: string) => ({ german_zones: [hex], soviet_zones: [], west_line: [], command: [] });
const flush = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const now = moment(40, { '2216': ['inf6'] });
const then = moment(3, { '0120': ['inf6'] });
const later = moment(30, { '1020': ['inf6'] });

function setting() {
  const game = {
    live: now,
    stage: null as Moment | null,
    get shown() {
      return this.stage ?? this.live;
    },
    linkState: 'open',
    ask: vi.fn(() => Promise.resolve(zones('2216'))),
  };
  const inquire = vi.fn((position: Diagram, asks: Ask[]) =>
    Promise.resolve(asks.map(() => ({ areas: zones(Object.keys(position.units)[0]) }) as unknown as Answer)),
  );
  let go = () => {};
  const rest = () => new Promise<void>((resolve) => (go = resolve));
  const seeing = new Seeing(game as unknown as Game, inquire, rest);
  return { game, seeing, inquire, rested: () => (go(), flush()) };
}

describe('what the server says of a moment', () => {
  test('of the present is asked at the table, of the past by its position', async () => {
    const { game, seeing, inquire } = setting();
    seeing.want('areas');
    await flush();
    expect(seeing.areas?.german_zones).toEqual(['2216']);
    expect(inquire).not.toHaveBeenCalled();
    game.stage = then;
    seeing.want('areas');
    expect(seeing.areas, 'nothing is shown of a moment far away').toBeNull();
    await flush();
    expect(inquire).toHaveBeenCalledExactlyOnceWith(then.position, ['areas']);
    expect(seeing.areas?.german_zones).toEqual(['0120']);
    game.stage = null;
    seeing.want('areas');
    await flush();
    expect(seeing.areas?.german_zones).toEqual(['2216']);
  });
  test('several questions go together, and none is asked twice', async () => {
    const { game, seeing, inquire, rested } = setting();
    game.stage = then;
    seeing.want('areas');
    seeing.want('german', 'soviet');
    seeing.want('areas');
    await flush();
    expect(inquire).toHaveBeenCalledOnce();
    expect(inquire.mock.calls[0][1]).toHaveLength(3);
    await rested();
    game.stage = later;
    seeing.want('areas');
    await rested();
    game.stage = then;
    seeing.want('areas');
    await rested();
    expect(inquire).toHaveBeenCalledTimes(2);
    expect(seeing.areas?.german_zones).toEqual(['0120']);
  });
  test('of many moments in a row the last is asked for', async () => {
    const { game, seeing, inquire, rested } = setting();
    for (const stage of [then, moment(4, { '0220': [] }), moment(5, { '0320': [] }), later]) {
      game.stage = stage;
      seeing.want('areas');
      await flush();
    }
    await rested();
    await rested();
    expect(inquire.mock.calls.map(([position]) => position)).toEqual([then.position, later.position]);
    expect(seeing.areas?.german_zones).toEqual(['1020']);
  });
  test('what is drawn between two positions is not asked about', async () => {
    const { game, seeing, inquire } = setting();
    game.stage = { ...then, marks: null };
    seeing.want('areas');
    await flush();
    expect(inquire).not.toHaveBeenCalled();
  });
});
