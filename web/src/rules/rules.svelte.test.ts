import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadAround, setLocale } from '../i18n/i18n.svelte';
import { byId, show } from '../testing/table';
import { blockOf } from './case';
import { loadRules } from './load.svelte';
import Rules from './Rules.svelte';
import RuleSheet from './RuleSheet.svelte';
import { findCase, plain, search, type RulesText } from './text';

/** The text is loaded asynchronously. */
const come = (seen: () => unknown) => vi.waitFor(() => expect(seen()).not.toBeNull(), { timeout: 300_000 });

let text: RulesText;
beforeAll(async () => {
  await loadAround();
  ({ text } = await loadRules('en'));
});
beforeEach(() => history.replaceState(null, '', '/rules'));
afterEach(() => history.replaceState(null, '', '/'));

describe('a case is found', () => {
  test('by its number, in brackets or not, and by the nearest it is part of', () => {
    const found = (name: string) => findCase(text.entries, name)?.case;
    expect([found('9.72'), found('[9.72]'), found(' 9.72 ')]).toEqual(['9.72', '9.72', '9.72']);
    expect(found('9.72z')).toBe('9.72');
    expect(found('9')).toBe('9.0');
    expect(found('no such case')).toBeUndefined();
  });
  test('with the words that belong to it', () => {
    for (const { case: name } of text.entries) {
      const blocks = blockOf(text.chapters, name);
      expect(blocks?.length, name).toBeGreaterThan(0);
    }
  });
  test('and nothing is linked to that is not there', () => {
    const refs = new Set<string>();
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (!value || typeof value !== 'object') return;
      if ('ref' in value) refs.add(String(value.ref));
      Object.values(value).forEach(visit);
    };
    visit(text.chapters);
    expect([...refs].filter((ref) => !findCase(text.entries, ref))).toEqual([]);
    expect(refs.size).toBeGreaterThan(100);
  });
});

describe('searching', () => {
  const cases = (query: string) => search(text.entries, query).map((h) => h.entry.case);
  test('a number comes first', () => expect(cases('9.72')[0]).toBe('9.72'));
  test('every word has to be there', () => {
    expect(cases('overrun').length).toBeGreaterThan(3);
    expect(cases('overrun zeppelin')).toEqual([]);
  });
  test('what was found is set apart in its words', () => {
    const [hit] = search(text.entries, 'overrun');
    expect(hit.found.toLowerCase()).toBe('overrun');
    expect(hit.entry.text).toContain(hit.found);
  });
  test('nothing is asked for, nothing found', () => expect(cases('  ')).toEqual([]));
});

test('a line is read without its links and stresses', () => {
  expect(plain(['a ', { b: ['strong ', { i: ['word'] }] }, ' ', { ref: '9.0', text: '[9.0]' }])).toBe(
    'a strong word [9.0]',
  );
});

describe('the page of the rules', () => {
  const open = async (at: string | null) => {
    const target = show(Rules as never, { route: { view: 'rules', at } });
    await come(() => target.querySelector('[aria-current]'));
    return target;
  };
  test('opens the chapter of the case and marks it', async () => {
    const target = await open('9.72');
    expect(target.querySelector('.at')?.id).toBe('9.72');
    expect(target.querySelector('[aria-current]')?.textContent).toContain('9');
  });
  test('shows what is found while one types, and opens the first with Enter', async () => {
    const target = await open(null);
    const field = byId(target, 'rules-search') as HTMLInputElement;
    field.value = '9.72';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(byId(target, 'rules-hits').querySelector('b')?.textContent).toBe('9.72');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    flushSync();
    expect(location.pathname).toBe('/rules/9.72');
    expect(field.value).toBe('');
  });
  test('says so where nothing is found', async () => {
    const target = await open(null);
    const field = byId(target, 'rules-search') as HTMLInputElement;
    field.value = 'zeppelin';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(byId(target, 'rules-hits').querySelectorAll('a')).toHaveLength(0);
    expect(byId(target, 'rules-hits').textContent).toContain('zeppelin');
  });
});

describe('a case over a game', () => {
  const open = async (rule: string) => {
    const target = show(RuleSheet as never, { rule });
    await come(() => target.querySelector('.where') ?? (/Q\.1/.test(target.textContent ?? '') || null));
    return target;
  };
  const rule = (target: HTMLElement) => byId(target, 'rule-sheet').getAttribute('data-rule');

  test('is shown with its number', async () => {
    const target = await open('9.72');
    expect(rule(target)).toBe('9.72');
    expect(target.querySelector('.number')?.textContent).toBe('9.72');
  });
  test('leads on by its links, and back', async () => {
    const target = await open('9.65');
    const link = [...target.querySelectorAll<HTMLAnchorElement>('a.case')].find((a) => !a.href.endsWith('/9.65'))!;
    link.click();
    flushSync();
    const next = rule(target);
    expect(next).not.toBe('9.65');
    expect(location.pathname).toBe('/rules');
    target.querySelector<HTMLElement>('.where button')!.click();
    flushSync();
    expect(rule(target)).toBe('9.65');
  });
  test('that is not there is said to be missing', async () => {
    const target = await open('Q.1');
    expect(target.textContent).toContain('Q.1');
  });
  test('is told in the reader’s language', async () => {
    await setLocale('ja');
    try {
      const target = await open('9.72');
      expect(target.textContent).toMatch(/[ぁ-ん]/);
    } finally {
      await setLocale('en');
    }
  });
});
