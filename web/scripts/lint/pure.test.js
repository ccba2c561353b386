import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import { describe, expect, test } from 'vitest';
import { pure } from './pure.js';

const rule = { plugins: { page: { rules: { pure } } }, rules: { 'page/pure': 'error' } };
const config = [...svelte.configs.base, rule];
const faults = (code, file = 'a.js') => new Linter().verify(code, config, file).map((m) => m.message.split(';')[0]);
const drawn = (code) => faults(code, 'A.svelte');

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
    'class A { get commands() { return [this.offer("x", () => this.end())]; } }',
    'class A { get x() { return 1; } set x(v) { this.y = v; } go() { this.y = 1; } }',
    'let a = $derived(all.reduce((sum, x) => sum.add(x), new Set()));',
    'let a = $derived.by(() => { const by = new Map(); by.get(k).push(x); return by; });',
    'let a = $derived.by(() => { let l = []; l = l.filter(Boolean); l.push(1); return l; });',
    'let a = $derived(Object.assign({}, b));',
  ])('%s is allowed', (code) => expect(faults(code)).toEqual([]));
});

describe('a name is one’s own only if what it holds is new', () => {
  test.each([
    ['class A { get x() { const { desk } = this; desk.fan = null; } }', 'a getter writes state'],
    ['class A { get x() { const l = this.list; l.push(1); return l; } }', 'a getter calls push'],
    ['class A { get x() { for (const unit of this.units) unit.seen = true; } }', 'a getter writes state'],
    ['class A { get x() { let l = []; l = this.list; l.push(1); } }', 'a getter calls push'],
    ['class A { get x() { const l = this.list ?? []; l.push(1); } }', 'a getter calls push'],
    ['let a = $derived(items.map((item) => { item.seen = true; return item; }));', 'a derived value writes state'],
    ['let a = $derived.by(() => { [b.c] = [1]; });', 'a derived value writes state'],
    ['let a = $derived.by(() => { ({ b: c, ...d.e } = f); return c; });', 'a derived value writes state'],
    // The same name elsewhere says nothing.
    ['let a = $derived.by(() => { { const l = []; l.push(1); } l.push(1); });', 'a derived value calls push'],
    ['const cache = new Map(); let a = $derived.by(() => { cache.set(1, 2); });', 'a derived value calls set'],
  ])('%s', (code, fault) => expect(new Set(faults(code))).toEqual(new Set([fault])));
});

describe('what is called is looked into, or judged by its call', () => {
  test.each([
    [
      'class A { load() { this.y = 1; } get x() { return this.load(); } }',
      'a getter calls this.load, which writes state',
    ],
    [
      'class A { #a() { this.b(); } b() { this.c++; } get x() { return this.#a(); } }',
      'a getter calls this.#a, which calls this.b, which writes state',
    ],
    ['class A { compute() { this.y = 1; } x = $derived.by(this.compute); }', 'a derived value writes state'],
    ['function go() { n = 1; } let n, a = $derived.by(go);', 'a derived value writes state'],
    ['class A { async load() {} get x() { return this.load(); } }', 'a getter calls this.load, which starts something'],
    ['class A { get x() { this.load(); return 1; } }', 'a getter calls this.load for what it does'],
    ['class A { get x() { this.y || other.load(); return 1; } }', 'a getter calls other.load for what it does'],
    ['class A { get x() { all.forEach((one) => one.load()); return 1; } }', 'a getter calls one.load for what it does'],
    ['class A { get x() { return this.game.ask("areas"); } }', 'a getter calls ask'],
    ['class A { get x() { return Object.assign(this, { y: 1 }); } }', 'a getter calls assign'],
    ['let a = $derived(localStorage.setItem("a", "b"));', 'a derived value calls setItem'],
  ])('%s', (code, fault) => expect(faults(code)).toEqual([fault]));

  test.each([
    'class A { sum(l) { let n = 0; for (const x of l) n += x; return n; } get x() { return this.sum(this.l); } }',
    'class A { again() { return this.again(); } get x() { return this.again(); } }',
    'let a = $derived.by(() => { const found = []; const walk = (n) => { found.push(n); n.all.forEach(walk); }; walk(b); return found; });',
  ])('%s is allowed', (code) => expect(faults(code)).toEqual([]));
});

describe('a template only shows', () => {
  test.each([
    ['<p>{n++}</p>', 'a template writes state'],
    ['{#if list.pop()}x{/if}', 'a template calls pop'],
    ['{#each list.sort() as x (x)}{x}{/each}', 'a template calls sort'],
    ['{#each list as x (x)}{@const y = x + n++}{y}{/each}', 'a template writes state'],
    [
      '<script>let n = 0; const next = () => ++n;</script><p class={next()}></p>',
      'a template calls next, which writes state',
    ],
  ])('%s', (code, fault) => expect(drawn(code)).toEqual([fault]));

  test.each([
    '<button onclick={() => n++}>{n}</button>',
    '{@render item(() => (n = 1))}',
    '<Map start={untrack(() => first)} />',
  ])('%s is allowed', (code) => expect(drawn(code)).toEqual([]));
});
