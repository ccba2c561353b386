import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';
import { facts } from '../lib/facts';
import { parseUnits, viewOf } from '../testing/texts';
import Counter from './Counter.svelte';
import Stack from './Stack.svelte';
import { drawnMarks, numbers } from './drawing';
import { figures, manyFigures, outline } from './figures';
import { counterOf } from './print';

const unit = (text: string) => parseUnits(text, null)[0];
const drawn = (text: string, props = {}) => render(Counter, { props: { unit: unit(text), ...props } }).body;

describe('numbers', () => {
  test.each([
    ['pz7-25', '4-10'],
    ['pz7-25 lost 1', '2-10'],
    ['inf6 lost 2', '2-7'],
    ['r1 3-4#1', '3-4-6'],
    ['a1 tank 5-5#1', '5-10'],
    ['r1', '?-6'],
    ['a1 mechanised', '?-10'],
  ])('%s', (text, all) => {
    expect(numbers(unit(text))).toBe(all);
  });
  test('everything printed on a counter can be drawn without a font', () => {
    const soviet = (['rifle', 'tank', 'mechanised'] as const).flatMap((kind) =>
      facts.soviet[kind].flatMap((c) =>
        c.designations.map((_, i) => unit(`r1 ${kind} ${c.attack}-${c.defense}#${i + 1}`)),
      ),
    );
    const all = [...facts.german.map((u) => unit(u.id)), ...soviet, ...facts.soviet.leaders.map((l) => unit(l.id))];
    for (const u of all) {
      for (const label of u.label) expect(outline(label, 600), `${u.id} ${label}`).not.toBeNull();
      expect(outline(u.kind === 'leader' ? String(u.rating) : numbers(u), 700), u.id).not.toBeNull();
    }
  });
});

describe('states', () => {
  test('each has a mark of its own', () => {
    expect(drawnMarks(unit('pz7-25'))).toEqual({ troubles: [], deed: null });
    expect(drawnMarks(unit('pz7-25 disrupted unsupplied')).troubles).toEqual(['disrupted', 'unsupplied']);
    expect(drawnMarks(unit('pz7-25 moved')).deed).toBe('moved');
    expect(drawnMarks(unit('r1 rode')).deed).toBe('moved');
    expect(drawnMarks(unit('pz7-25 moved attacked')).deed).toBe('attacked');
    expect(drawnMarks(unit('r1 attacked retreated')).deed).toBe('retreated');
  });
  test('what has acted is veiled, what is picked is ringed, what is buried has no print', () => {
    expect(drawn('pz7-25')).not.toContain('veil');
    expect(drawn('pz7-25 moved')).toContain('veil');
    // Not over the band, whose print would be hard to read.
    const [, x, y] = /class="veil" d="M(-?[\d.]+) (-?[\d.]+)H/.exec(drawn('pz7-25 moved')) ?? [];
    const [, foot] = /class="band" d="M-?[\d.]+ (-?[\d.]+)V/.exec(drawn('pz7-25 moved')) ?? [];
    expect([x, y]).toEqual(['-26', foot]);
    expect(drawn('pz7-25 moved', { spent: false })).not.toContain('veil');
    expect(drawn('pz7-25', { selected: true })).toContain('ring');
    expect(counterOf(unit('pz7-25'), { buried: true })).not.toContain('nato');
    expect(drawn('pz7-25 disrupted')).toContain('hatch');
  });
  test('pips show the steps that are left', () => {
    const count = (drawing: string, cls: string) =>
      new RegExp(`class="${cls}" d="([^"]*)"`).exec(drawing)?.[1].match(/M/g)?.length ?? 0;
    const pips = (text: string) => [count(drawn(text), 'pips on'), count(drawn(text), 'pips')];
    expect(pips('inf6')).toEqual([4, 0]);
    expect(pips('inf6 lost 3')).toEqual([1, 3]);
    expect(pips('r1')).toEqual([0, 0]);
  });
});

test('a stack tells its division, its Leader and its name', () => {
  const view = viewOf({ units: { '1222': ['pz7'], '2216': ['r1', 'lukin'] } });
  const german = render(Stack, { props: { stack: view.stacks.get('1222')! } }).body;
  expect(german).toContain('x2');
  expect(german).toContain('7th Panzer Division, integrated');
  const soviet = render(Stack, { props: { stack: view.stacks.get('2216')! } }).body;
  expect(soviet).toContain('boss');
  expect(soviet).not.toContain('x2');
});

describe('figures', () => {
  test('many are one path, each in the middle of its place', () => {
    const places = [
      { text: '3', x: 40, y: 10 },
      { text: '2½', x: 80, y: 20 },
    ];
    const d = manyFigures(places, { size: 10, y: 4, weight: 600 });
    expect(d?.match(/M/g)).toHaveLength(3);
    const half = (outline('3', 600)?.width ?? 0) / 2;
    expect(d).toMatch(new RegExp(`^M${Math.round(4000 - half)} 1400`));
    expect(manyFigures([{ text: '軍', x: 0, y: 0 }], { size: 10, y: 0, weight: 600 })).toBeNull();
  });
  test('what has no outline is text, and safe in markup', () => {
    expect(figures('<軍>', { size: 10 })).toContain('&lt;軍&gt;');
  });
});
