import { Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import { pure } from './pure.js';

const config = [{ plugins: { page: { rules: { pure } } }, rules: { 'page/pure': 'error' } }];
const faults = (code) => new Linter().verify(code, config).map((m) => m.message.split(';')[0]);

describe('a value that is read does nothing', () => {
  test.each([
    ['class A { get x() { this.y = 1; return 1; } }', 'a getter writes state'],
    ['class A { get x() { void this.ask(); return 1; } }', 'a getter starts something'],
    ['class A { get x() { this.list.push(1); return 1; } }', 'a getter calls push'],
    ['const o = { get x() { return n++; } };', 'a getter writes state'],
    ['let a = $derived.by(() => { count += 1; return count; });', 'a derived value writes state'],
    ['let a = $derived.by(() => untrack(() => b));', 'a derived value calls untrack'],
    ['let a = $derived(items.sort());', 'a derived value calls sort'],
    ['let a = $derived.by(() => { delete box.x; return box; });', 'a derived value writes state'],
  ])('%s', (code, fault) => expect(faults(code)).toEqual([fault]));

  test.each([
    'let a = $derived([...items].sort());',
    'let a = $derived.by(() => { const found = []; for (const x of all) found.push(x); return found; });',
    'let a = $derived.by(() => { let n = 0; for (const x of all) n += x; return n; });',
    'class A { get commands() { return [{ run: () => void this.end() }]; } }',
    'class A { get x() { return 1; } set x(v) { this.y = v; } go() { this.y = 1; } }',
  ])('%s is allowed', (code) => expect(faults(code)).toEqual([]));
});
