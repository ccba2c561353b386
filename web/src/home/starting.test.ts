import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadAround, setLocale } from '../i18n/i18n.svelte';
import { Refusal } from '../net/api';
import { problemsIn, recognise, tellProblem } from './problems';
import { readStarting } from './starting';

beforeAll(loadAround);
afterEach(() => setLocale('en'));

describe('what is pasted', () => {
  test('is a position or a record', () => {
    expect(readStarting(' {"turn": 7}\n')).toEqual({ kind: 'position', position: { turn: 7 } });
    const record = '{"format": "pgg-record 1"}\n{"action": "done"}\n';
    expect(readStarting(record)).toEqual({ kind: 'record', record });
  });
  test('or neither, and then it is said where reading stopped', () => {
    expect(readStarting('  ')).toMatchObject({ kind: 'unreadable', why: 'empty' });
    expect(readStarting('[1, 2]')).toMatchObject({ kind: 'unreadable', why: 'object' });
    expect(readStarting('{"turn": 7,\n  }')).toMatchObject({
      kind: 'unreadable',
      why: 'json',
      at: { line: 2, column: 3 },
    });
  });
});

describe('what is wrong with a position', () => {
  test('is taken out of the refusal', () => {
    const problems = [{ field: 'turn', what: 'is 77; expected 1 to 12' }];
    const refusal = new Refusal({ code: 'bad_position', facts: { problems } });
    expect(problemsIn(refusal)).toEqual(problems);
    expect(problemsIn(new Refusal({ code: 'offline' }))).toEqual([]);
  });
  test('is told in both languages', async () => {
    const problem = {
      field: 'units.1624[0]',
      what: "'ghost' is no unit: expected an id such as pz7-25, lukin or r12, a division such as pz7, or rifle, tank or mechanised",
    };
    expect(tellProblem(problem)).toMatch(/^‘ghost’ is no unit/);
    const unknown = { field: 'x', what: 'never heard of' };
    expect(tellProblem(unknown)).toBe('never heard of');
    await setLocale('ja');
    expect(tellProblem(problem)).toMatch(/^「ghost」というユニットはありません/);
    expect(tellProblem({ field: 'turn', what: 'is 77; expected 1 to 12' })).toBe(
      '77ではなく、1～12でなければなりません',
    );
    expect(tellProblem(unknown)).toContain('never heard of');
  });

  // The sentences of the core, out of its source: one that is changed or new there has to be known here.
  test('every sentence the core has for it is known', () => {
    const folder = path.join(import.meta.dirname, '../../../crates/core/src/formats/position');
    const source = ['build.rs', 'unit_text.rs']
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
      .join('');
    const code = source
      .split('#[cfg(test)]')[0]
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/\\\n\s*/g, '');
    const sentences = [...code.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
      .map((m) => m[1].replace(/\{[^}]*\}/g, '12'))
      .filter((text) => /[a-z]+ [a-z]+/.test(text));
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((text) => !recognise(text))).toEqual([]);
  });
});
