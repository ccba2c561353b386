// Reading the Markdown of the rules, and the specification as it stands.
import { describe, expect, test } from 'vitest';
import { blockOf } from '../src/rules/case';
import { findCase, type Block, type Inline, type RulesText } from '../src/rules/text';
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
        : [b.text],
  );
}
const refs = (text: readonly Inline[]): string[] =>
  text.flatMap((t) => (typeof t === 'string' ? [] : 'ref' in t ? [t.ref] : refs('b' in t ? t.b : t.i)));

describe('lines', () => {
  test('strong and slanted words, and cases as links', () => {
    expect(inline('A **bold** and *slanted* `word` [9.72], [9.1-9.4, 10.26] `[R7]` and G36.')).toEqual([
      ...['A ', { b: ['bold'] }, ' and ', { i: ['slanted'] }, ' word ', { ref: '9.72', text: '[9.72]' }],
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
  test('parts, named tables, and examples with their figure', () => {
    const { chapters, entries } = parseRules(
      [
        '# T\n\nFor players.\n\n# Part one\n\n## [9.0] Fight\n\n**[9.5] The table.**\n\n<!-- table: crt -->\n| a | b |\n|---|---|',
        '| 1 | 2 |\n<!-- /table -->\n\n| c |\n|---|\n| 3 |\n\n> <!-- figure: retreat --> **Example.** One\n> two [9.5].\n',
        '\n# Part two\n\n## B. More\n\n**B.1 It knows.** Yes.\n',
      ].join('\n'),
    );
    expect(chapters.map((c) => [c.part, c.id])).toEqual([
      ['Part one', '9'],
      ['Part two', 'B'],
    ]);
    const [, para, named, unnamed, example] = chapters[0].blocks;
    expect(para.kind).toBe('para');
    expect(named).toMatchObject({ kind: 'table', name: 'crt' });
    expect(unnamed).not.toHaveProperty('name');
    expect(example).toEqual({
      kind: 'example',
      figure: 'retreat',
      text: [{ b: ['Example.'] }, ' One two ', { ref: '9.5', text: '[9.5]' }, '.'],
    });
    expect(entries.map((e) => e.case)).toEqual(['9.0', '9.5', 'B.1']);
    expect(entries[1].text).toContain('One two');
    // What follows a case and is none itself is shown with it.
    expect(blockOf(chapters, '9.5')?.map((b) => b.kind)).toEqual(['para', 'table', 'table', 'example']);
  });
  test('lines of Japanese are joined without a space', () => {
    const { chapters, entries } = parseRules('# T\n\n## 9. 戦闘\n\n**[9.1] 戦闘。** 戦闘は\n一つずつ 2 個\nまで。\n');
    expect(chapters[0].blocks).toEqual([
      { kind: 'para', case: '9.1', text: [{ b: ['戦闘。'] }, '戦闘は一つずつ 2 個まで。'] },
    ]);
    expect(entries[0].title).toBe('戦闘');
  });
});

describe('the specification', () => {
  test('all cases are there once', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['0.6', '1.0', '5.23e', '6.37c', '6.52', '9.0', '9.72', '9.73b', '10.23b', '15.2', 'G36', 'R98'])
      expect(names).toContain(name);
    expect(names.filter((n) => /^G/.test(n))).toHaveLength(53);
    expect(names.filter((n) => /^R/.test(n))).toHaveLength(98);
  });
  test('every cross-reference leads to a case that is there', () => {
    const all = rules.chapters.flatMap((c) => lines(c.blocks).flatMap(refs));
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter((r) => findCase(rules.entries, r)?.case !== r)).toEqual([]);
  });
  test('a translation has the same chapters and cases', () => {
    const ja = readRules('rules.ja.md') as RulesText;
    expect(ja.chapters.map((c) => c.id)).toEqual(rules.chapters.map((c) => c.id));
    expect(ja.entries.map((e) => e.case)).toEqual(names);
  });
});
