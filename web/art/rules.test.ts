import { describe, expect, test } from 'vitest';
import { blockOf, wordsOf } from '../src/rules/examples';
import { FIGURES, pieceOf, viewOfFigure } from '../src/rules/figures';
import { findCase, plain, search, type Block, type Inline, type RulesText } from '../src/rules/text';
import { inline, parseRules, readRules } from './rules';

const rules = readRules('rules.md') as RulesText;
const names = rules.entries.map((e) => e.case);

/** All lines of a text. */
function lines(blocks: readonly Block[]): (readonly Inline[])[] {
  return blocks.flatMap((b) =>
    b.kind === 'list'
      ? b.items.flatMap((i) => lines(i.blocks))
      : b.kind === 'table'
        ? [...b.head, ...b.rows.flatMap((r) => r.cells)]
        : b.kind === 'code'
          ? []
          : [b.text],
  );
}
const refs = (text: readonly Inline[]): string[] =>
  text.flatMap((t) => (typeof t === 'string' || 'code' in t ? [] : 'ref' in t ? [t.ref] : refs('b' in t ? t.b : t.i)));

describe('lines', () => {
  test('strong, slanted and typed words, and cases as links', () => {
    expect(inline('A **bold** and *slanted* `word` [9.72], [9.1-9.4, 10.26] `[R7]` and G36.')).toEqual([
      ...[
        'A ',
        { b: ['bold'] },
        ' and ',
        { i: ['slanted'] },
        ' ',
        { code: 'word' },
        ' ',
        { ref: '9.72', text: '[9.72]' },
      ],
      ...[', [', { ref: '9.1', text: '9.1' }, '-', { ref: '9.4', text: '9.4' }, ', ', { ref: '10.26', text: '10.26' }],
      ...['] ', { ref: 'R7', text: '[R7]' }, ' and ', { ref: 'G36', text: 'G36' }, '.'],
    ]);
  });
  test('clauses belong to their case, and a hex at the start of a line is no list', () => {
    const { chapters, entries } = parseRules(
      '# T\n\n## [9.0] Fight\n\n- **[9.73] Where.** To 1223 or\n  1123. With\n  - (a) one\n  - (b) two\n',
    );
    expect(entries.map((e) => e.case)).toEqual(['9.0', '9.73', '9.73a', '9.73b']);
    expect(entries[1].title).toBe('Where');
    expect(entries[1].text).toContain('or 1123. With');
    expect(chapters[0].id).toBe('9');
  });
});

describe('the rules', () => {
  test('all cases are there once', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const name of [
      '0.6',
      '1.0',
      '5.23e',
      '6.37c',
      '6.52',
      '9.0',
      '9.72',
      '9.73b',
      '10.23b',
      '15.2',
      'A15',
      'G36',
      'R98',
    ]) {
      expect(names).toContain(name);
    }
    expect(names.filter((n) => /^G/.test(n))).toHaveLength(53);
    expect(names.filter((n) => /^R/.test(n))).toHaveLength(98);
  });
  test('every cross-reference leads to a case that is there', () => {
    const all = rules.chapters.flatMap((c) => lines(c.blocks).flatMap(refs));
    expect(all.length).toBeGreaterThan(300);
    expect(
      all.filter((r) => !names.includes(findCase(rules.entries, r)?.case ?? '') || findCase(rules.entries, r) === null),
    ).toEqual([]);
    const loose = [...new Set(all)].filter((r) => !names.includes(r));
    expect(loose).toEqual([]);
  });
  test('a case can be shown by itself', () => {
    for (const { case: name } of rules.entries) expect(blockOf(rules.chapters, name)?.length, name).toBeGreaterThan(0);
  });
  test('a translation has the same chapters and cases', () => {
    const ja = readRules('rules.ja.md');
    if (!ja) return;
    expect(ja.chapters.map((c) => c.id)).toEqual(rules.chapters.map((c) => c.id));
    expect(ja.entries.map((e) => e.case)).toEqual(names);
  });
});

describe('search', () => {
  const found = (query: string) => search(rules.entries, query).map((h) => h.entry.case);
  test('a number first, then titles, then text', () => {
    expect(found('9.72')[0]).toBe('9.72');
    expect(found('rail cuts')[0]).toBe('6.37');
    expect(found('swamp lines')).toContain('11.0b');
    expect(found('')).toEqual([]);
    expect(found('zeppelin')).toEqual([]);
  });
  test('says where the word stands', () => {
    const [hit] = search(rules.entries, 'opposing player');
    expect(hit.entry.case).toBe('9.72');
    expect(hit.before + hit.found + hit.after).toContain('opposing');
  });
  test('a case that is not there leads to the nearest one', () => {
    expect(findCase(rules.entries, '9.721')?.case).toBe('9.72');
    expect(findCase(rules.entries, '[6.51d]')?.case).toBe('6.51d');
    expect(findCase(rules.entries, '9.99')?.chapter).toBe('9');
    expect(findCase(rules.entries, 'nonsense')).toBeNull();
  });
});

describe('examples on the map', () => {
  test.each(FIGURES.map((f) => [f.example, f] as const))('%s', (example, figure) => {
    expect(plain(wordsOf(rules.chapters, example) ?? [])).not.toBe('');
    for (const name of figure.cases) expect(names).toContain(name);
    const view = viewOfFigure(figure);
    expect(view.stacks.size).toBeGreaterThan(0);
    const [, , width, height] = pieceOf(figure);
    expect(width / height).toBeGreaterThan(0.7);
  });
});
