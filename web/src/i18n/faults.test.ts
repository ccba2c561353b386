import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { tellFault } from './faults';
import { setLocale } from './i18n.svelte';
import { en } from './messages.en';

const crates = path.join(import.meta.dirname, '..', '..', '..', 'crates');
const source = (...parts: string[]) => fs.readFileSync(path.join(crates, ...parts), 'utf8');
const snake = (name: string) => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();

/** The reasons of core, each with the facts it carries. */
function reasons(): [string, string[]][] {
  const body = source('core', 'src', 'illegal.rs').split('pub enum Reason {')[1].split('\n}')[0];
  return [...body.matchAll(/^ {4}([A-Z]\w+)(?: \{([^}]*)\})?,$/gm)].map(([, name, facts]) => [
    snake(name),
    [...(facts ?? '').matchAll(/(\w+):/g)].map((m) => m[1]),
  ]);
}

/** The codes that the table and the server refuse with. */
function codes(): string[] {
  const files = ['table', 'server'].flatMap((crate) => {
    const root = path.join(crates, crate, 'src');
    return (fs.readdirSync(root, { recursive: true }) as string[])
      .filter((f) => f.endsWith('.rs'))
      .map((f) => fs.readFileSync(path.join(root, f), 'utf8').split('#[cfg(test)]')[0]);
  });
  const found = files.flatMap((text) => [
    ...[...text.matchAll(/Fault::new\(\s*"([a-z_]+)"/g)].map((m) => m[1]),
    ...[...text.matchAll(/Error::new\(\s*StatusCode::\w+,\s*"([a-z_]+)"/g)].map((m) => m[1]),
    ...[...text.matchAll(/End::Bye\("([a-z_]+)"/g)].map((m) => m[1]),
  ]);
  return [...new Set(found)];
}

describe('refusals', () => {
  afterEach(() => setLocale('en'));

  test('every reason of the rules has a sentence that uses its facts alone', () => {
    expect(reasons().length).toBeGreaterThan(70);
    for (const [reason, facts] of reasons()) {
      const message = en[`fault.reason.${reason}` as keyof typeof en];
      expect(message, reason).toBeTruthy();
      const used = [...String(message).matchAll(/\{(\w+)/g)].map((m) => m[1]);
      expect(
        used.filter((name) => !facts.includes(name)),
        reason,
      ).toEqual([]);
    }
  });
  test('every code of the table and the server has a sentence', () => {
    expect(codes().length).toBeGreaterThan(40);
    expect(codes().filter((code) => !(`fault.code.${code}` in en))).toEqual([]);
  });
  test('units are named, half points written as such', () => {
    const facts = { unit: 'pz7-25', hex: '1223', cost: 3, left: 1 };
    expect(tellFault({ message: '', code: 'illegal', reason: 'too_far', facts })).toBe(
      '25th Panzer Regiment has ½ points left; the step to 1223 costs 1½.',
    );
  });
  test('in Japanese', async () => {
    await setLocale('ja');
    const facts = { unit: 'konev' };
    expect(tellFault({ message: 'x', code: 'illegal', reason: 'leader_must_join', facts })).toContain('コーネフ');
    expect(tellFault({ message: 'the game is over', code: 'over' })).toBe('ゲームは終了しています。');
  });
  test('what is unknown here is quoted', () => {
    expect(tellFault({ message: 'no such thing', code: 'new_code' })).toBe('No such thing.');
    expect(tellFault({ message: 'odd', code: 'illegal', reason: 'new_reason' })).toBe('Odd.');
    expect(tellFault({ message: 'it is far', code: 'illegal', reason: 'too_far', facts: {} })).toBe('It is far.');
  });
});
