import fs from 'node:fs';
import path from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { afterEach, describe, expect, test } from 'vitest';
import { facts } from '../lib/facts';
import { parseUnits, viewOf } from '../testing/texts';
import { format, half, ordinal } from './format';
import { preferredLocale, setLocale, t } from './i18n.svelte';
import { en, type Key, type Message } from './messages.en';
import { ja } from './messages.ja';
import { describeHex, describeUnit, formationName, leaderName, unitName } from './names';

const names = (message: Message) =>
  [...(typeof message === 'string' ? message : message.one + message.other).matchAll(/\{(\w+)/g)].map((m) => m[1]);

describe('catalogues', () => {
  test('both have the same keys, none empty', () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
    for (const catalogue of [en, ja]) for (const m of Object.values(catalogue)) expect(m).toBeTruthy();
  });
  test('a translation uses the values of the original and no others', () => {
    for (const key of Object.keys(en) as Key[]) {
      const known = new Set([...names(en[key]), 'n']);
      expect(
        names(ja[key]).filter((n) => !known.has(n)),
        key,
      ).toEqual([]);
    }
  });
  test('Japanese is Japanese', () => {
    const same = (Object.keys(en) as Key[]).filter((k) => ja[k] === en[k]);
    const meant = ['map.km', 'stack.double', 'marker.extra', 'reach.cost', 'language.en', 'language.ja'];
    expect(same.filter((k) => !meant.includes(k))).toEqual([]);
  });
  test('Japanese has one word for one thing, the one of the rulebook', () => {
    const others: Record<string, RegExp> = { アントライド: /未確認/, 狙撃兵: /狙撃(?!兵)/, 方面軍: /正面軍/ };
    for (const [word, other] of Object.entries(others)) {
      // Where it is taught the other says what it means.
      const told = (Object.keys(ja) as Key[]).filter(
        (k) => other.test(JSON.stringify(ja[k])) && !k.startsWith('learn.'),
      );
      expect(told, word).toEqual([]);
    }
  });
  test('all places, rivers, leaders and formations of the data have names', () => {
    const wanted = [
      ...facts.labels.places.map((p) => `place.${p.id}`),
      ...facts.labels.rivers.map((r) => `river.${r.id}`),
      ...facts.soviet.leaders.map((l) => `leader.${l.id}`),
    ];
    expect(wanted.filter((k) => !(k in en))).toEqual([]);
    for (const unit of facts.german) expect(unitName(parseUnits(unit.id, null)[0])).not.toContain('undefined');
  });
});

describe('formats', () => {
  test('halves', () => expect([0, 1, 2, 7, 20].map(half)).toEqual(['0', '½', '1', '3½', '10']));
  test('ordinals', () => {
    expect([1, 2, 3, 11, 12, 13, 21, 102, 126].map((n) => ordinal('en', n))).toEqual([
      ...['1st', '2nd', '3rd', '11th', '12th', '13th', '21st', '102nd', '126th'],
    ]);
    expect(ordinal('ja', 7)).toBe('7');
  });
  test('plural forms', () => {
    const message = { one: '{n} hex', other: '{n} hexes' };
    expect([1, 2].map((n) => format('en', message, { n }))).toEqual(['1 hex', '2 hexes']);
  });
  test('a missing value is an error', () => expect(() => format('en', '{x}', {})).toThrow('{x}'));
  test('a true minus', () => expect(format('en', '{n}', { n: -6 })).toBe('−6'));
});

describe('names', () => {
  afterEach(() => setLocale('en'));
  const first = (text: string) => parseUnits(text, '2216')[0];

  test('in English', () => {
    expect(describeUnit(first('pz7-25 lost 1 disrupted'))).toBe(
      '25th Panzer Regiment, 7th Panzer Division, strength 2, movement 10, 1 of 2 steps, disrupted',
    );
    expect(describeUnit(first('r1'))).toBe('untried rifle division, strength unknown, movement 6');
    expect(describeUnit(first('konev'))).toBe('Konev, 19th Army, rating 5');
    expect(formationName('dr')).toBe('SS Division Das Reich');
    const moscow = facts.soviet.rifle.flatMap((c) =>
      c.designations.flatMap((d, i) => (d === '2Mos' ? [`r1 ${c.attack}-${c.defense}#${i + 1}`] : [])),
    );
    expect(unitName(first(moscow[0]))).toBe('2nd Moscow Rifle Division');
    const view = viewOf({ units: { '2216': ['r1', 'lukin'] } });
    expect(describeHex('2216', view.stacks.get('2216'))).toBe(
      'Hex 2216, Smolensk, city, road, railway, rivers to 2217 2117, objective, 20 points. Soviet, 2 units. ' +
        'untried rifle division, strength unknown, movement 6. Lukin, 16th Army, rating 3',
    );
  });
  test('in Japanese', async () => {
    await setLocale('ja');
    expect(describeUnit(first('pz7-25 lost 1 disrupted'))).toBe(
      '第7装甲師団 第25装甲連隊、戦闘力2、移動力10、2ステップ中、残り1、混乱',
    );
    expect(leaderName('konev')).toBe('コーネフ');
    expect(t('turn.number', { n: 5 })).toBe('第5ターン');
  });
});

test('the language follows the reader', () => {
  expect(preferredLocale(['ja-JP', 'en'])).toBe('ja');
  expect(preferredLocale(['de', 'en-GB'])).toBe('en');
  expect(preferredLocale([])).toBe('en');
});

describe('no literal text in components', () => {
  const root = path.join(import.meta.dirname, '..');
  const files = (fs.readdirSync(root, { recursive: true }) as string[]).filter(
    (f) => f.endsWith('.svelte') && !f.startsWith('dev'),
  );
  const SPOKEN = new Set([
    'title',
    'alt',
    'placeholder',
    'aria-label',
    'aria-roledescription',
    'aria-description',
    'label',
  ]);
  const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

  function literals(source: string): string[] {
    const found: string[] = [];
    const visit = (node: unknown) => {
      if (!node || typeof node !== 'object') return;
      if (Array.isArray(node)) return node.forEach(visit);
      const n = node as AST.SvelteNode & Record<string, unknown>;
      if (n.type === 'StyleSheet' || n.type === 'Script' || n.type === 'Comment') return;
      // Units of measure in a style are no words.
      if (n.type === 'StyleDirective') return;
      if (n.type === 'Text' && hasWords(String(n.data))) found.push(String(n.data).trim());
      if (n.type === 'Attribute') {
        if (!SPOKEN.has(String(n.name))) return;
        if (Array.isArray(n.value)) visit(n.value);
        return;
      }
      for (const value of Object.values(n)) visit(value);
    };
    visit(parse(source, { modern: true }).fragment);
    return found;
  }

  test('the check itself finds text', () => {
    expect(literals('<p title="Hello there">{x} more</p>')).toEqual(['Hello there', 'more']);
    expect(literals('<p class="wide">{t("x")} · 3</p>')).toEqual([]);
  });
  test.each(files)('%s', (file) => {
    expect(literals(fs.readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
  });
});
