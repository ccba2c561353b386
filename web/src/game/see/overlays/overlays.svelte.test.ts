import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { turn5, zones } from '../../../dev/fixtures';
import { facts } from '../../../lib/facts';
import { openGame, settled, type Told } from '../../../testing/table';
import type { Answer, Ask } from '../../../wire/types';
import { acted, moved } from '../../time/fixture';
import Legend from '../Legend.svelte';
import OverlayButtons from '../OverlayButtons.svelte';
import OverlayLayers from '../OverlayLayers.svelte';
import { MODULES, overlayName, overlayNote, UNDER, type Layer } from './modules';
import { overlayIds, OVERLAYS, type Overlay } from './registry';

const ALL: Layer[] = [...UNDER, 'over'];
const hexes = Object.keys(turn5.position.units);
const own = hexes.find((hex) => turn5.position.units[hex][0].startsWith('pz'))!;
const answer = (ask: Ask): Answer | undefined => {
  if (ask === 'areas') {
    const { german, soviet } = zones.turn5;
    return { areas: { german_zones: german, soviet_zones: soviet, command: [], west_line: [] } } as Answer;
  }
  if (typeof ask === 'object' && 'supply' in ask) return { supply: turn5.supply[ask.supply.side] } as Answer;
  if (typeof ask === 'object' && 'range' in ask)
    return { range: { start: own, hexes: [['1010', 2]] } } as unknown as Answer;
  return undefined;
};
const told: Told = { position: turn5.position, legal: turn5.legal as never, answer };
const draw = (layers: readonly Layer[], more: Told = {}) =>
  openGame({ ...told, ...more }, OverlayLayers as never, { layers });
const on = async ({ desk }: ReturnType<typeof openGame>, ...ids: Overlay[]) => {
  for (const id of ids) desk.toggle(id);
  flushSync();
  await settled();
};
const order = (target: Element) => [...target.querySelectorAll('g')].map((g) => g.getAttribute('class'));

describe('the registry', () => {
  test('every overlay has its module, every module is an overlay', () => {
    expect(Object.keys(MODULES).sort()).toEqual([...overlayIds].sort());
  });
  test.each(overlayIds)('%s has a key of its own, an icon, a layer, a legend and words', (id) => {
    const { layers, icon, legend } = MODULES[id];
    expect(overlayIds.filter((other) => OVERLAYS[other] === OVERLAYS[id])).toEqual([id]);
    expect(icon).toMatch(/^<(path|circle|rect)/);
    expect(layers.length).toBeGreaterThan(0);
    expect(layers.every((layer) => ALL.includes(layer))).toBe(true);
    expect(legend).toBeTypeOf('function');
    expect(overlayName(id)).not.toContain('overlay.');
    expect(overlayNote(id)).not.toContain('overlay.');
  });
});

describe('on the map', () => {
  test('nothing is drawn, and nothing asked, while none is on', async () => {
    const game = draw(ALL);
    await settled();
    expect(game.target.textContent).toBe('');
    expect(order(game.target)).toEqual([]);
    expect(game.table.asked).toEqual([]);
  });

  test('zones come from the server, and go when they are switched off', async () => {
    const game = draw(ALL);
    await on(game, 'zones');
    expect(game.table.asked).toEqual(['areas']);
    expect(order(game.target)).toEqual(['zones']);
    await on(game, 'zones');
    expect(order(game.target)).toEqual([]);
  });

  test('supply is asked for both sides and drawn with its lines', async () => {
    const game = draw(ALL);
    await on(game, 'supply');
    expect(game.table.asked).toEqual([{ supply: { side: 'german' } }, { supply: { side: 'soviet' } }]);
    expect(game.target.querySelector('.ov-tr')?.getAttribute('d')).toMatch(/^M/);
  });

  test('zones lie under supply, whichever was first', async () => {
    const game = draw(ALL);
    await on(game, 'supply', 'zones');
    expect(order(game.target)).toEqual(['zones', 'supply']);
  });

  test('only two at once: a third takes the place of the first', async () => {
    const game = draw(ALL);
    await on(game, 'zones', 'supply', 'objectives');
    expect(game.desk.overlays).toEqual(['supply', 'objectives']);
  });

  test('the reach of the stack looked at: a veil under the names, costs above the counters', async () => {
    const under = draw(UNDER);
    under.desk.inspect(own);
    await on(under, 'reach');
    expect(under.target.querySelector('.reach')).not.toBeNull();
    expect(under.target.querySelector('.costs')).toBeNull();
    const over = draw(['over']);
    over.desk.inspect(own);
    await on(over, 'reach');
    expect(over.target.querySelector('.reach')).toBeNull();
    expect(over.target.querySelector('.costs')?.getAttribute('data-hexes')).toBe('1');
  });

  test('no reach of another stack while units are in hand', async () => {
    const game = draw(ALL, { decision: { side: 'german', question: 'move' } as never });
    await settled();
    game.desk.inspect(own);
    game.screen.mode.pickUnit?.(turn5.legal.capable[0], false);
    await on(game, 'reach');
    expect(game.screen.mode.picked.size).toBe(1);
    expect(game.target.querySelector('.reach')).toBeNull();
  });

  test('every objective has its flag, in the colours of the side that holds it', async () => {
    const game = draw(ALL);
    await on(game, 'objectives');
    expect(game.target.querySelectorAll('.ov-flag')).toHaveLength(facts.objectives.length);
    const german = facts.objectives.filter((o) => o.hexes.every((h) => turn5.position.german_control?.includes(h)));
    expect(game.target.querySelectorAll('.ov-flag.german')).toHaveLength(german.length);
  });

  test('the railways with every cut of the position', async () => {
    const game = draw(ALL);
    await on(game, 'rail');
    expect(game.target.querySelectorAll('.rnet-cut')).toHaveLength(turn5.position.rail_cuts?.length ?? 0);
  });

  test('the strength of every stack: known, partly known, not seen at all', async () => {
    const units = {
      '1222': ['pz7-25', 'pz7-6', 'pz7-7'],
      '1120': ['inf6'],
      '1423': ['r1', 'r2 rifle 3-4#1'],
      '1424': ['r3', 'r4'],
      '1524': ['lukin'],
    };
    const game = draw(ALL, { position: { units }, marks: { integrated: ['pz7-25', 'pz7-6', 'pz7-7'] } });
    await on(game, 'strength');
    const shown = (side: string) => [...game.target.querySelectorAll(`.strengths .${side}`)];
    // A whole division counts double [7.3]; a Leader alone has no strength.
    expect(shown('german')).toHaveLength(2);
    expect(shown('soviet')).toHaveLength(2);
    expect(shown('soviet').map((g) => g.classList.contains('unseen'))).toEqual([false, true]);
    const widths = shown('german').map((g) => g.querySelector('.plate')?.getAttribute('d'));
    expect(new Set(widths).size).toBe(2);
  });

  test('last moves: the log is fetched, and one arrow drawn for each way', async () => {
    const entries = [acted({ n: 1, ply: 1 }), acted({ n: 2, ply: 2 }, moved('inf6', '1010', '1011'))];
    const game = draw(ALL, { http: { '/games/g/history?since=0': { entries } } });
    await on(game, 'trails');
    await settled();
    expect(game.target.querySelectorAll('.trail-head.german')).toHaveLength(1);
  });
});

describe('arrivals', () => {
  const tagsOf = async (more: Told) => {
    const game = draw(ALL, more);
    await on(game, 'arrivals');
    const told = (when: string) =>
      [...game.target.querySelectorAll(`.tag.${when}`)].map((tag) => (tag.classList.contains('german') ? 'g' : 's'));
    return { now: told('now'), next: told('next'), filled: game.target.querySelectorAll('.entry-ground.now').length };
  };
  test('those that wait now, and those of the next turn, each where it enters', async () => {
    // Turn 5, Germans moving: three divisions wait at E, where two more come in turn 6, as do Soviet ones at X.
    expect(await tagsOf({})).toEqual({ now: ['g'], next: ['g', 's'], filled: 1 });
  });
  test('German units that are due this turn are there while the Soviet side moves', async () => {
    const position = { turn: 5, phase: 'soviet_movement', scheduled: ['inf23'], waiting: [] } as never;
    expect(await tagsOf({ position })).toEqual({ now: ['g'], next: [], filled: 1 });
  });
  test('a provisional division is counted with the others of its hexes', async () => {
    const position = {
      turn: 2,
      phase: 'soviet_movement',
      owed: { W: { rifle: 3, armoured: 1 } },
      provisional: 2,
    } as never;
    expect(await tagsOf({ position })).toEqual({ now: ['s'], next: [], filled: 1 });
  });
  test('nobody comes any more after the last of them', async () => {
    const position = { turn: 12, phase: 'german_movement', schedule: true } as never;
    expect(await tagsOf({ position })).toEqual({ now: [], next: [], filled: 0 });
  });
});

describe('the legend', () => {
  test('names each overlay that is on, and what its lines mean', async () => {
    const game = openGame(told, Legend as never);
    expect(game.target.textContent?.trim()).toBe('');
    await on(game, 'zones', 'objectives');
    const lines = [...game.target.querySelectorAll('li')].map((li) => li.textContent?.trim());
    expect(lines).toEqual(['Zones of control', 'German', 'Soviet', 'Objectives', 'German', 'Soviet']);
  });

  test.each(overlayIds)('%s explains itself in the looks of its own drawing, not in those of the page', async (id) => {
    const game = openGame(told, Legend as never);
    await on(game, id);
    const pieces = [...game.target.querySelectorAll('svg > path')];
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) expect(piece.getAttribute('class')).toMatch(/svelte-/);
  });

  test('says how many are out of supply', async () => {
    const game = openGame(told, Legend as never);
    game.seeing.want('german', 'soviet');
    await on(game, 'supply');
    const n = turn5.supply.soviet.out_of_supply.length + turn5.supply.german.out_of_supply.length;
    expect(game.target.querySelectorAll('.bad').length > 0).toBe(n > 0);
    expect(game.target.textContent).toContain('supply line');
  });
});

test('each overlay has a button that switches it on and off', () => {
  const game = openGame(told, OverlayButtons as never);
  for (const id of overlayIds) {
    const button = game.target.querySelector<HTMLButtonElement>(`[data-testid="overlay-${id}"]`)!;
    button.click();
    flushSync();
    expect(button.getAttribute('aria-pressed')).toBe('true');
    button.click();
    flushSync();
    expect(button.getAttribute('aria-pressed')).toBe('false');
  }
});

test('and a key', () => {
  const { desk } = openGame(told);
  for (const id of overlayIds) {
    expect(desk.key(new KeyboardEvent('keydown', { key: OVERLAYS[id] }), null)).toBe(true);
    expect(desk.overlays).toContain(id);
  }
});
