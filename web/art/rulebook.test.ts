// The players' rulebook against the specification, the data and the page: every case has its place in every language, the tables
// say what the data say, every link leads somewhere, and nothing in it is meant for engineers.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { en } from '../src/i18n/messages.en';
import { ja } from '../src/i18n/messages.ja';
import { LESSONS } from '../src/learn/lessons';
import { blockOf } from '../src/rules/case';
import { FIGURES, pieceOf, viewOfFigure } from '../src/rules/figures';
import { findCase, plain, search, type Block, type Inline, type RulesText } from '../src/rules/text';
import { readRules } from './rules';
import { TABLE_NAMES, withTables } from './tables';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

const specification = readRules('rules.md') as RulesText;
const BOOKS = [
  { locale: 'en', file: 'docs/rulebook.md', book: readRules('rulebook.md') as RulesText },
  { locale: 'ja', file: 'docs/rulebook.ja.md', book: readRules('rulebook.ja.md') as RulesText },
] as const;
const [{ book: english }] = BOOKS;
const names = english.entries.map((e) => e.case);

/** All blocks, those inside lists too. */
const blocks = (list: readonly Block[]): Block[] =>
  list.flatMap((b) => [b, ...(b.kind === 'list' ? b.items.flatMap((i) => blocks(i.blocks)) : [])]);
const all = (book: RulesText) => blocks(book.chapters.flatMap((c) => c.blocks));
const lines = (block: Block): (readonly Inline[])[] =>
  block.kind === 'list'
    ? []
    : block.kind === 'table'
      ? [...block.head, ...block.rows.flatMap((r) => r.cells)]
      : [block.text];
const refs = (text: readonly Inline[]): string[] =>
  text.flatMap((t) => (typeof t === 'string' ? [] : 'ref' in t ? [t.ref] : refs('b' in t ? t.b : t.i)));

describe.each(BOOKS)('the rulebook, $locale', ({ locale, file, book }) => {
  const own = book.entries.map((e) => e.case);
  test('every case of the specification has its place', () => {
    // Its decisions and worked examples are for programs and tests.
    const cases = specification.entries.map((e) => e.case).filter((c) => !/^[AG]/.test(c));
    expect(cases.length).toBeGreaterThan(250);
    expect(cases.filter((c) => !own.includes(c))).toEqual([]);
  });
  test('no case has two places, and each can be shown by itself', () => {
    expect(new Set(own).size).toBe(own.length);
    for (const name of own) expect(blockOf(book.chapters, name)?.length, name).toBeGreaterThan(0);
  });
  test('the cases of a chapter stand in it, in the order of the numbers', () => {
    for (const { id } of book.chapters.filter((c) => /^\d+$/.test(c.id) && c.id !== '0')) {
      const numbers = book.entries.filter((e) => e.chapter === id).map((e) => e.case);
      expect(numbers.filter((n) => n.split('.')[0] !== id)).toEqual([]);
      expect(numbers).toEqual([...numbers].sort());
    }
    expect(book.chapters.map((c) => c.id).slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, n) => String(n)));
  });
  test('nothing in it is meant for engineers', () => {
    const words = /data\/|\.json|\bhp\b|\bengine\b|golden|`|エンジン|半移動力|データ|スイッチ/gi;
    expect(read(file).match(words) ?? []).toEqual([]);
  });
  test('the tables say what the data say', () => {
    const text = read(file);
    expect(withTables(text, locale), '`npm run tables` writes them anew').toBe(text);
    const used = [...text.matchAll(/<!-- table: ([a-z0-9-]+) -->/g)].map((m) => m[1]);
    expect(used.sort()).toEqual([...TABLE_NAMES].sort());
  });
  test('every cross-reference leads to a case that is there', () => {
    const wanted = all(book).flatMap((b) => lines(b).flatMap(refs));
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter((r) => !own.includes(r))).toEqual([]);
  });
  test('every example on the map is shown once', () => {
    const shown = all(book).flatMap((b) => (b.kind === 'example' ? (b.figure ?? []) : []));
    expect(shown.sort()).toEqual(FIGURES.map((f) => f.name).sort());
  });
  test('two parts: the rules, and what the program adds', () => {
    const parts = [...new Set(book.chapters.map((c) => c.part))];
    expect(parts).toHaveLength(2);
    const chapters = book.chapters.filter((c) => c.part === parts[0]).map((c) => c.id);
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, n) => String(n)));
    expect(
      book.entries.filter((e) => e.case === '0.6' || /^[A-Z]/.test(e.case)).every((e) => /[A-Z]/.test(e.chapter)),
    ).toBe(true);
  });
});

test('a translation has the same chapters, cases, tables and examples', () => {
  const shape = (book: RulesText) => ({
    chapters: book.chapters.map((c) => [c.id, blocks(c.blocks).map((b) => b.kind)]),
    cases: book.entries.map((e) => e.case),
  });
  for (const { book } of BOOKS) expect(shape(book)).toEqual(shape(english));
});

describe('links of the page', () => {
  const missing = (cases: Iterable<string>) => [...new Set(cases)].filter((c) => !names.includes(c)).sort();
  const CASE = String.raw`(?:\d{1,2}\.\d{1,2}[a-z]?|R\d{1,2})`;
  function* files(folder: string, ending: RegExp): Generator<string> {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* files(name, ending);
      else if (ending.test(name) && !/generated|\.test\.ts$/.test(name)) yield name;
    }
  }
  const found = (folder: string, ending: RegExp, pattern: RegExp) =>
    [...files(folder, ending)].flatMap((f) => [...read(f).matchAll(pattern)].map((m) => m[1]));

  test('reasons and modifiers: what the core cites to players', () => {
    const cited = ['core', 'table'].flatMap((c) => found(`crates/${c}/src`, /\.rs$/, new RegExp(`"(${CASE})"`, 'g')));
    expect(cited.length).toBeGreaterThan(100);
    expect(missing(cited)).toEqual([]);
  });
  test('numbers that the page itself links to', () => {
    const quoted = new RegExp(`(?:rule=|rule: |case=|\\?|:|\\?\\?) ?["'](${CASE})["']`, 'g');
    const linked = [
      ...found('web/src', /\.(ts|svelte)$/, quoted),
      ...found('web/src', /\.(ts|svelte)$/, new RegExp(`/rules/(${CASE})`, 'g')),
    ];
    expect(linked.length).toBeGreaterThan(30);
    expect(missing(linked)).toEqual([]);
  });
  test('lessons and messages', () => {
    const lessons = LESSONS.flatMap((l) => l.steps.flatMap((s) => s.case ?? []));
    expect(lessons.length).toBeGreaterThan(5);
    const messages = [en, ja].flatMap((m) => [...JSON.stringify(m).matchAll(new RegExp(`[[［](${CASE})[\\]］]`, 'g'))]);
    expect(missing([...lessons, ...messages.map((m) => m[1])])).toEqual([]);
  });
});

describe('search', () => {
  const hits = (query: string) => search(english.entries, query).map((h) => h.entry.case);
  test('a number first, then titles, then text', () => {
    expect(hits('9.72')[0]).toBe('9.72');
    expect(hits('rail cuts')[0]).toBe('6.37');
    expect(hits('swamp line')).toContain('11.0b');
    expect(hits('')).toEqual([]);
    expect(hits('zeppelin')).toEqual([]);
  });
  test('finds what stands in tables and examples, and what the program adds', () => {
    expect(hits('Rokossovsky')).toContain('16.1');
    expect(hits('zeppelin Remezov')).toEqual([]);
    expect(hits('seed')).toContain('F.1');
    expect(hits('vyazma')).toContain('15.11');
  });
  test('says where the word stands', () => {
    const [hit] = search(english.entries, 'opposing player');
    expect(hit.entry.case).toBe('9.72');
    expect(hit.before + hit.found + hit.after).toContain('opposing');
  });
  test('a case that is not there leads to the nearest one', () => {
    expect(findCase(english.entries, '9.721')?.case).toBe('9.72');
    expect(findCase(english.entries, '[6.51d]')?.case).toBe('6.51d');
    expect(findCase(english.entries, '9.99')?.chapter).toBe('9');
    expect(findCase(english.entries, 'nonsense')).toBeNull();
  });
});

describe('examples on the map', () => {
  test.each(FIGURES.map((f) => [f.name, f] as const))('%s', (name, figure) => {
    const words = all(english).flatMap((b) => (b.kind === 'example' && b.figure === name ? [plain(b.text)] : []));
    expect(words.join('').length).toBeGreaterThan(40);
    expect(viewOfFigure(figure).stacks.size).toBeGreaterThan(0);
    const [, , width, height] = pieceOf(figure);
    expect(width / height).toBeGreaterThan(0.7);
  });
});
