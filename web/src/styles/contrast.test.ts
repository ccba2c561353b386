// Colours of every theme, contrast and palette: what is read has contrast enough, and what must be told apart stays apart
// for eyes that see fewer colours.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { facts } from '../lib/facts';

type Rgb = [number, number, number];
type Tokens = Record<string, string>;

const css = fs.readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
  wants: [...selector.matchAll(/\[data-(\w+)='([\w-]+)'\]/g)].map((m) => [m[1], m[2]]),
  tokens: Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1], m[2].trim()])),
}));

/** The values that hold for a choice, as the cascade gives them. */
function tokensFor(choice: Record<string, string>): Tokens {
  const fitting = blocks.filter((b) => b.wants.every(([k, v]) => choice[k] === v));
  return Object.assign({}, ...fitting.sort((a, b) => a.wants.length - b.wants.length).map((b) => b.tokens)) as Tokens;
}
const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as Rgb;
const linear = (c: Rgb) => c.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Rgb;
const luminance = (c: Rgb) => {
  const [r, g, b] = linear(c);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const between = (a: Rgb, b: Rgb) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
const ratio = (a: string, b: string) => between(rgb(a), rgb(b));

/** A colour laid over another, which shows through. */
const over = (top: Rgb, share: number, ground: Rgb) => top.map((v, i) => v * share + ground[i] * (1 - share)) as Rgb;
function veiled(veil: string, ground: string): Rgb {
  const [r, g, b, share] = (veil.match(/[\d.]+/g) ?? []).map(Number);
  return over([r / 255, g / 255, b / 255], share, rgb(ground));
}

const themes = ['light', 'dark'];
const contrasts = ['normal', 'more'];
const palettes = ['standard', 'red-green', 'blue-yellow'];
const choices = themes.flatMap((theme) =>
  contrasts.flatMap((contrast) => palettes.map((palette) => ({ theme, contrast, palette }))),
);

const READ: [string, string[], number][] = [
  ['ink', ['panel', 'sunken', 'raised', 'bg'], 7],
  ['ink-2', ['panel', 'sunken'], 4.5],
  ['ink-3', ['panel', 'sunken'], 4.5],
  ['accent', ['panel', 'accent-soft'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['attack', ['panel'], 4.5],
  ['good', ['panel'], 4.5],
  ['warn', ['panel', 'warn-soft'], 4.5],
  ['ger', ['panel', 'ger-soft'], 4.5],
  ['sov', ['panel', 'sov-soft'], 4.5],
  ['m-ink', ['m-board', 'm-forest', 'm-paper'], 4.5],
  ['m-ink-soft', ['m-board', 'm-paper'], 4.5],
  ['m-ger', ['m-paper'], 4.5],
  ['m-sov', ['m-paper'], 4.5],
  ['path', ['m-board', 'path-case'], 4.5],
  ['reach', ['m-board'], 3],
  ['edge', ['panel'], 3],
  ['focus', ['panel', 'm-board'], 3],
  ['c-ink', ['c-ger-a', 'c-ger-b', 'c-sov-a', 'c-sov-b', 'c-led-a', 'c-led-b'], 4.5],
  ['c-unt-ink', ['c-unt-a', 'c-unt-b'], 4.5],
];

test('counters fade as the tokens say', () => {
  const counters = fs.readFileSync(path.join(import.meta.dirname, 'counters.css'), 'utf8').replace(/\s+/g, ' ');
  for (const rule of [
    '.counter .veil { fill: var(--c-veil); }',
    '.counter.untried .veil { fill: var(--c-unt-veil); }',
    '.spent :is(.nato, .val, .pips) { opacity: var(--c-faded); }',
    '.spent.untried :is(.nato, .val) { opacity: var(--c-unt-faded); }',
  ])
    expect(counters).toContain(rule);
});

/** What lies on the body of a counter that has acted: its print, how much of that is left, and the veil beneath it. */
const MOVED: [string, string, string, string[]][] = [
  ['c-ink', 'c-faded', 'c-veil', ['c-ger-a', 'c-ger-b', 'c-sov-a', 'c-sov-b', 'c-led-a', 'c-led-b']],
  ['c-unt-ink', 'c-unt-faded', 'c-unt-veil', ['c-unt-a', 'c-unt-b']],
];

describe.each(choices)('$theme, $contrast contrast, $palette palette', (choice) => {
  const tokens = tokensFor(choice);
  test('what is read stands out', () => {
    const weak = READ.flatMap(([ink, grounds, least]) =>
      grounds
        .map((ground) => ({ pair: `${ink} on ${ground}`, ratio: ratio(tokens[ink], tokens[ground]), least }))
        .filter((c) => c.ratio < c.least),
    );
    expect(weak).toEqual([]);
  });
  test('so does the print of counters that have acted', () => {
    const weak = MOVED.flatMap(([ink, faded, veil, grounds]) =>
      grounds
        .map((ground) => {
          const body = veiled(tokens[veil], tokens[ground]);
          return {
            pair: `${ink} on ${ground}`,
            ratio: between(over(rgb(tokens[ink]), Number(tokens[faded]), body), body),
          };
        })
        .filter((c) => c.ratio < (c.pair.startsWith('c-unt') ? 5 : 4.5)),
    );
    expect(weak).toEqual([]);
  });
  test('print on bands stands out, and what has acted has its band as it was', () => {
    const divisions = [...facts.integration.divisions, 'none'].map((d) => [`div-${d}`, tokens[`div-${d}-on`]]);
    const others = ['c-sov-band', 'c-unt-band'].map((band) => [band, '#ffffff']);
    const weak = [...divisions, ...others]
      .map(([band, print]) => ({ band, ratio: ratio(tokens[band], print) }))
      .filter((c) => c.ratio < 4.5);
    expect(weak).toEqual([]);
  });
});

// Machado, Oliveira and Fernandes (2009), full severity, on linear light.
const SIGHT: Record<string, number[][]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
function lab(c: Rgb): Rgb {
  const [r, g, b] = c;
  const f = (v: number) => (v > 216 / 24389 ? Math.cbrt(v) : ((24389 / 27) * v + 16) / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
function apart(a: string, b: string, sight: string): number {
  const seen = (hex: string) => {
    const l = linear(rgb(hex));
    return lab(
      SIGHT[sight].map((row) =>
        Math.min(
          1,
          Math.max(
            0,
            row.reduce((s, k, i) => s + k * l[i], 0),
          ),
        ),
      ) as Rgb,
    );
  };
  const [p, q] = [seen(a), seen(b)];
  return Math.hypot(...p.map((v, i) => v - q[i]));
}
const TOLD_APART: [string, string][] = [
  ['attack', 'good'],
  ['attack', 'path'],
  ['attack', 'gold'],
  ['gold', 'reach'],
  ['ov-g', 'ov-s'],
  ['m-ger', 'm-sov'],
  ['c-ger-a', 'c-sov-a'],
  ['c-sov-a', 'c-unt-a'],
  ['m-forest', 'm-board'],
  ['m-water', 'm-forest'],
];
test.each([
  ['red-green', 'protan'],
  ['red-green', 'deutan'],
  ['blue-yellow', 'tritan'],
])('palette %s keeps colours apart for %s sight', (palette, sight) => {
  for (const theme of themes) {
    const tokens = tokensFor({ theme, contrast: 'normal', palette });
    const close = TOLD_APART.map(([a, b]) => ({ theme, a, b, apart: apart(tokens[a], tokens[b], sight) })).filter(
      (c) => c.apart < 9,
    );
    expect(close).toEqual([]);
  }
});
