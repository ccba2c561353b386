import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { en } from '../../i18n/messages.en';
import { ja } from '../../i18n/messages.ja';
import { setLocale } from '../../i18n/i18n.svelte';
import { facts } from '../../lib/facts';
import type { Intent } from '../../wire/types';
import { tellIntent } from './intent';

afterEach(() => setLocale('en'));

/** The values of a type of the server, from the text that is made of it: a type itself is gone when tests run. */
function valuesOf(type: 'Stance' | 'Manner'): string[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../wire/types.ts'), 'utf8');
  const declared = new RegExp(`export type ${type} =([^;]+);`).exec(text)?.[1] ?? '';
  return [...declared.matchAll(/'(\w+)'/g)].map((m) => m[1]);
}

describe('what a program means to do', () => {
  test.each(['Stance', 'Manner'] as const)('every %s has words of its own in both languages', (type) => {
    const keys = valuesOf(type).map((value) => `frame.${type.toLowerCase()}.${value}`);
    expect(keys.length).toBeGreaterThan(1);
    for (const catalogue of [en, ja] as Record<string, unknown>[]) {
      expect(keys.filter((key) => !(key in catalogue))).toEqual([]);
      expect(new Set(keys.map((key) => JSON.stringify(catalogue[key]))).size).toBe(keys.length);
    }
  });

  const german = (manners: [string, number][], goals: [string, number][]) =>
    ({
      side: 'german',
      manners: manners.map(([manner, divisions]) => ({ manner, divisions })),
      goals: goals.map(([objective, divisions]) => ({ objective, divisions })),
    }) as Intent;
  const soviet = (stance: string, ...emphasis: string[]) => ({ side: 'soviet', stance, emphasis }) as Intent;
  const drive = german(
    [
      ['drive_on', 3],
      ['seal', 1],
    ],
    [
      ['rzhev', 2],
      ['hex5907', 1],
    ],
  );

  test('in English', () => {
    expect(tellIntent(drive)).toBe(
      '3 divisions drive on, 1 division seals the pocket, 2 divisions make for Rzhev, 1 division makes for East edge 5907',
    );
    expect(tellIntent(german([], []))).toBe('plays as usual');
    expect(tellIntent(soviet('guard'))).toBe('means to guard what is behind the front');
    expect(tellIntent(soviet('wings', 'smolensk', 'yelnya'))).toBe(
      'means to keep the ways out of the cities open, with more weight on Smolensk, Yel’nya',
    );
  });
  test('in Japanese', async () => {
    await setLocale('ja');
    expect(tellIntent(drive)).toBe(
      '3個師団が前進を続行、1個師団が包囲を完成、2個師団がルジェフへ、1個師団が東端 5907へ',
    );
    expect(tellIntent(german([], []))).toBe('いつもどおり');
    expect(tellIntent(soviet('guard'))).toBe('前線の後方を固める構え');
    expect(tellIntent(soviet('wings', 'smolensk', 'yelnya'))).toBe(
      '都市からの退路を確保する構え（スモレンスク、エリニャを重視）',
    );
  });
  test('every objective is told by its name', async () => {
    for (const locale of ['en', 'ja'] as const) {
      await setLocale(locale);
      for (const { id } of facts.objectives) expect(tellIntent(german([], [[id, 1]]))).not.toContain('place.');
    }
  });
});
